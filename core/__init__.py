"""The games of triqui and the truth about them. Standard library only."""

__version__ = "0.2.0"
