"""The games of triqui and the truth about them. Standard library only."""

__version__ = "1.0.0"
