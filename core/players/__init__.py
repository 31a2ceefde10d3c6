"""Who sits opposite, and how it is asked: what decides at once or has a request, the worker's process, and the pool."""
