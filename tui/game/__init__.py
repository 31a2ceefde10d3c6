"""Games that are played here or over a line, and what thinks about them, without a screen."""
