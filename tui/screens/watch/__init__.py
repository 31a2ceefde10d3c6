"""The screen on which engines play each other."""
