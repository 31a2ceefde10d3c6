"""Records of finished games: results, accuracy, strength, and machines that learn from them."""
