"""The home screen: the games, your record, and the ways to play."""
