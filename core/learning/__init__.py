"""Machines that learn a small game by playing it: matchboxes, and a table of values, over its positions up to symmetry."""
