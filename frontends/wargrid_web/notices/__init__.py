"""Notices: players of games by days are told that it is their turn, where they are not here."""
