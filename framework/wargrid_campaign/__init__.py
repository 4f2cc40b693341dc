"""Campaigns: battles in a chain, and the army that goes from one to the next."""
