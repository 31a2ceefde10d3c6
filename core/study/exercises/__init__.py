"""Exercises with exactly one right answer: the kinds there are, and how positions for them are found and kept."""
