"""The lobby of a served hall: who is here, what is on offer, what is being played."""
