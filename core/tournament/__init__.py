"""Tournaments: many players, many games, on any executor, and what the games say of who is stronger.

``plan`` says which games are played, ``bout`` plays one of them, ``run`` all, ``sheet`` keeps them in a file, ``ratings`` and
``table`` count.
"""
