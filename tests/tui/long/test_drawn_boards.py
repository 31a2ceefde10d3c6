"""What a drawn board shows, on all boards in many sizes: all of it, the cursor, the last move, and each move where it was made."""
