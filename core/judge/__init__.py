"""Judges Python players: how good their moves are against the truth, position by position."""

SAMPLE = 1000
"""Positions judged of a large game."""
