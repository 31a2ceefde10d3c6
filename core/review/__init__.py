"""What is said of a finished game: a verdict for each move, how well each side played, where it turned."""
