"""Results, accuracy and strength of people by their finished games, and the machines that learn from those."""
