"""Tournaments: their table, their games, and the form for a new one."""
