"""The file of a small game of one's own."""

SQUARE = """triqui = 1
kind = "lines"
name = "square"
title = "Four in a square"
points = '''
a b
c d
'''
lines = ["a b", "c d"]
"""
