"""Exercises with exactly one right answer: their kinds, how they are found and kept, and the topics that show them."""
