"""What stands in the folder of the data."""

from __future__ import annotations

STORE_FILE = "games.sqlite"
LOG_FILE = "engine.log"
OWN_GAMES = "games"
"""The files of games of one's own."""
TOURNAMENTS = "tournaments"
"""The files of tournaments for which none was named."""
