"""Games of heaps: their trees, their tables with periods, and the xor."""
