"""Judges Python players: how good their moves are against the truth, position by position."""
