"""The line mode: games in lines of text, for dumb terminals, pipes and screen readers."""
