"""Storage: one file of games, reviews, people and exercises, and its owner thread."""
