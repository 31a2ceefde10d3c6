"""Counts of all games of a board, and how strategies fare in them."""
