"""The app of the hall: what it is made of, its palette, its sounds, and how it was chosen to look."""
