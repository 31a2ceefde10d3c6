"""What is kept: one file of games, reviews, people and exercises, the thread that owns it, and games as text and JSON."""
