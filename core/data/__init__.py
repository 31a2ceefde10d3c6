"""Books and tables, read through importlib.resources; beside each reader stands the command that made them."""
