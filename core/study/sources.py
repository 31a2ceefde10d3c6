"""The sources of the studies."""

from __future__ import annotations

from core.known import FERNANDEZ
from core.phrase import fact

TRIQUI = fact("sources.triqui")
MINIMAX = FERNANDEZ.citation
PONG_HAU_KI = fact("sources.pong_hau_ki")
CONTESTS = fact("sources.contests")
BOUTON = fact("sources.bouton")
GRUNDY = fact("sources.grundy")
COWS = fact("sources.cows")
ULTIMATE = fact("sources.ultimate")
OPEN_WIN = fact("sources.open_win")
OURS = fact("sources.ours")
