"""The games of triqui and the truth about them. Standard library only.

The names that other programs may import are listed in ``triqui help api`` (``tui/manual/en/api.md``) and stay until 2.0; all
others are private.
"""

__version__ = "1.0.0"
