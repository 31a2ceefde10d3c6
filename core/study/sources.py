"""The documents whose figures are computed anew, each cited once."""

from __future__ import annotations

from core.known import FERNANDEZ
from core.phrase import phrase

TRIQUI = phrase(
    "J. Arias Osorio, 'Análisis del juego del triqui, dentro del estudio de la teoría de juegos en la academia', Revista "
    "Educación en Ingeniería 3 (2007), 7-21"
)
MINIMAX = FERNANDEZ.citation
PONG_HAU_KI = phrase("A. J. Serrano Mora, 'Análisis matemático del juego llamado Pong Hau K'i' (2006)")
CONTESTS = phrase("Guía de aprendizaje para concursantes ICPC y IOI: teoría de juegos, fundamentos básicos")
BOUTON = phrase(
    "C. L. Bouton, 'Nim, a game with a complete mathematical theory', Annals of Mathematics 3 (1901), 35-39"
)
GRUNDY = phrase(
    "R. Sprague, Tohoku Mathematical Journal 41 (1935), 438-444, and P. M. Grundy, Eureka 2 (1939), 6-8, on the values of heaps"
)
COWS = phrase("USACO, US Open 2009, 'Cow Digit Game'")
ULTIMATE = phrase("Wikipedia, 'Último tres en raya'")
OPEN_WIN = phrase(
    "G. Bertholon and others, 'At Most 43 Moves, At Least 29: Optimal Strategies and Bounds for Ultimate Tic-Tac-Toe' (2020), "
    "arXiv 2006.02353"
)
OURS = phrase("computed here, when it is shown")
