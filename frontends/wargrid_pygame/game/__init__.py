"""The game screen and its parts."""
