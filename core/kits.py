"""One row for each family of games: where to find all that the hall knows of it.

A row holds texts only. The layer that reads a column loads what stands there (:func:`core.registry.load`) when it is first
asked for. Nothing is inherited: whatever a row leaves out is general, as for a game of which nothing is known, even where the
class of its rules descends from that of another family.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple
from unicodedata import combining, normalize

START_HERE = ("tictactoe", "ultimate", "pong-hau-ki", "nim")
"""The families that a newcomer meets first, in their order."""
ANY = 1_000_000
"""More moves than any game has."""


class Ladder(NamedTuple):
    """Names of levels with spaces between, for games of at most ``most`` moves, or for those with the ids in ``only``. Each
    beats the one before it in matches, as ``tests.tools.levels`` plays them."""

    levels: str
    most: int = ANY
    only: str = ""


class Kit(NamedTuple):
    """What there is for a family of games. Where there are several names they stand in one text with spaces between."""

    id: str
    """How the ids of the family begin; its page of rules is named so too."""
    kind: str
    """The heading of its games in the hall."""
    rules: str
    """``module:attribute`` of its Family in core.games."""
    face: str
    """The board of tui.boards that draws it."""
    presets: str
    """Ids of the games that the hall lists."""
    counts: str
    """Files of tests/core/perft with its numbers of move sequences."""
    estimator: str = ""
    """``module:attribute`` of a function of the game, in core.estimates; empty where it has no guesses of its own."""
    words: str = ""
    """``module:attribute`` of a function of the game, in core.explain."""
    provable: int = 0
    """Games of at most so many moves are proven from any position by a search of seconds: there no guess blames anybody."""
    provable_misere: int = ANY
    """The most moves of a misere game that is proven so, where that is less."""
    provable_ids: str = ""
    """Ids of games that are proven so whatever their number of moves."""
    solvers: str = ""
    """The engines made for it; the first that solves a position is asked."""
    programs: str = "menace"
    """Players that search as a program of another author does, written for some of its games, or that learn the small ones;
    a family without small games names none."""
    ladders: tuple[Ladder, ...] = ()
    """The first one that goes far enough holds; without one a game tells all levels apart."""
    strategies: str = ""
    """Those written for some of its games."""
    plan: str = ""
    """``module:attribute`` in core.proofs of what makes a plan for a certificate."""
    exercises: str = ""
    """``module:attribute`` of its own kinds of exercises, in core.study.exercises."""
    aliases: tuple[str, ...] = ()
    """Other names that it has, in any language, by which it is found."""
    kin: str = ""
    """A word that families share whose ids may name the same game: :func:`core.hall.kinship.kin` compares the rules. Who
    plays a game asks nobody about it by another id."""
    any_rules: bool = False
    """Whether its games may have any rules, those of a game of another id too: who plays one asks nobody about any other."""


_ROWS = (
    Kit(
        "tictactoe",
        "LINES",
        rules="mnk:TICTACTOE",
        face="grid",
        presets="tictactoe tictactoe/misere tictactoe/wild tictactoe/toroidal",
        counts="tictactoe",
        estimator="mnk:estimator",
        words="mnk:words",
        provable=18,
        solvers="lines gomoku",
        programs="m-minimax m-poda menace",
        ladders=(Ladder("1 2 4 full"),),
        strategies="newell-simon arias-a arias-b reflection",
        plan="plans:lines",
        exercises="lines:KINDS",
        aliases=("noughts and crosses", "triqui", "tres en raya", "tres en línea", "gato"),
        kin="rows",
    ),
    Kit(
        "mnk",
        "LINES",
        rules="mnk:MNK",
        face="grid",
        presets="mnk:4,4,3 mnk:4,4,4 mnk:5,5,4 mnk:5,5,5",
        counts="mnk-15-15-5",
        estimator="mnk:estimator",
        words="mnk:words",
        provable=25,
        provable_misere=16,
        solvers="lines gomoku",
        programs="m-minimax m-poda menace",
        ladders=(
            Ladder("1 2 full", only="mnk:4,4,4"),
            Ladder("1 full", only="mnk:5,5,5"),
            Ladder("1 2 4 full", 18),
            Ladder("1 3 5 full", 25),
        ),
        strategies="reflection",
        plan="plans:lines",
        exercises="lines:KINDS",
        kin="rows",
    ),
    Kit(
        "ultimate",
        "LINES",
        rules="ultimate:ULTIMATE",
        face="nested",
        presets="ultimate ultimate/tic-tac-ku ultimate/open",
        counts="ultimate ultimate-open",
        estimator="ultimate:UltimateEstimator",
        words="ultimate:UltimateWords",
        solvers="ultimate",
        programs="",
        ladders=(Ladder("1 2 3 4 5 6 7 full", only="ultimate/open"), Ladder("1 2 3 4 5 7 full")),
        strategies="forced-win",
        plan="plans:open_boards",
        exercises="ultimate:KINDS",
        aliases=(
            *(
                "super tic-tac-toe",
                "meta tic-tac-toe",
                "(tic-tac-toe)²",
                "último tres en raya",
                "tres en raya definitivo",
            ),
            *("súper tres en raya", "meta tres en raya", "(tres en raya)²"),
        ),
    ),
    Kit(
        "gomoku",
        "LINES",
        rules="gomoku:GOMOKU",
        face="grid",
        presets="gomoku gomoku/swap2",
        counts="gomoku",
        estimator="gomoku:estimator",
        words="gomoku:words",
        solvers="gomoku",
        programs="",
        exercises="lines:KINDS",
        kin="rows",
    ),
    Kit(
        "connect-four",
        "LINES",
        rules="connect_four:CONNECT_FOUR",
        face="columns",
        presets="connect-four connect-four:5,4,4",
        counts="connect-four",
        estimator="connect_four:ConnectFourEstimator",
        words="connect_four:ConnectFourWords",
        provable_ids="connect-four connect-four:5,4,4",
        solvers="connect-four",
        programs="",
        ladders=(Ladder("1 2 3 5 full", 5), Ladder("1 2 3 4 5 full")),
        plan="plans:columns",
        exercises="lines:KINDS",
    ),
    Kit(
        "notakto",
        "LINES",
        rules="notakto:NOTAKTO",
        face="grid",
        presets="notakto:1 notakto:2 notakto:3",
        counts="notakto notakto-1",
        estimator="notakto:NotaktoEstimator",
        words="notakto:NotaktoWords",
        provable=27,
        solvers="theory",
        ladders=(Ladder("1 2 3 4 full"),),
    ),
    Kit(
        "numerical",
        "LINES",
        rules="numerical:NUMERICAL",
        face="grid",
        presets="numerical",
        counts="numerical",
        estimator="numerical:NumericalEstimator",
        words="numerical:NumericalWords",
        provable=81,
        programs="",
        ladders=(Ladder("1 2 3 full"),),
    ),
    Kit(
        "vanishing",
        "LINES",
        rules="vanishing:VANISHING",
        face="grid",
        presets="vanishing vanishing/reuse",
        counts="vanishing vanishing-reuse",
        estimator="vanishing:VanishingEstimator",
        words="vanishing:VanishingWords",
        provable=9,
        programs="",
        ladders=(Ladder("1 2 3 4 full", only="vanishing/reuse"), Ladder("1 2 3 4 7 full")),
        exercises="lines:KINDS",
    ),
    Kit(
        "tictactoe3d",
        "CUBES",
        rules="qubic:TICTACTOE3D",
        face="grid",
        presets="tictactoe3d",
        counts="tictactoe3d",
        estimator="mnk:LineEstimator",
        words="mnk:LineWords",
        provable=27,
        solvers="qubic",
        programs="",
        plan="plans:cubes",
        ladders=(Ladder("1 2 3 4 full"),),
        exercises="lines:KINDS",
    ),
    Kit(
        "qubic",
        "CUBES",
        rules="qubic:QUBIC",
        face="grid",
        presets="qubic",
        counts="qubic",
        estimator="mnk:LineEstimator",
        words="mnk:LineWords",
        solvers="qubic",
        programs="",
        plan="plans:cubes",
        exercises="lines:KINDS",
    ),
    Kit(
        "pong-hau-ki",
        "SLIDES",
        rules="pong_hau_ki:PONG_HAU_KI",
        face="graph",
        presets="pong-hau-ki",
        counts="pong-hau-ki",
        words="pong_hau_ki:PongHauKiWords",
        provable=ANY,
        ladders=(Ladder("1 2 full"),),
        exercises="slides:KINDS",
    ),
    Kit(
        "morris",
        "SLIDES",
        rules="morris:MORRIS",
        face="graph",
        presets="morris morris/tapatan morris/any",
        counts="morris morris-any morris-fly morris-tapatan",
        words="morris:MorrisWords",
        provable=ANY,
        ladders=(Ladder("1 3 4 full"),),
        exercises="slides:KINDS",
    ),
    Kit(
        "achi",
        "SLIDES",
        rules="morris:ACHI",
        face="graph",
        presets="achi",
        counts="achi",
        words="morris:MorrisWords",
        provable=ANY,
        ladders=(Ladder("1 3 4 full"),),
        exercises="slides:KINDS",
    ),
    Kit(
        "nim",
        "HEAPS",
        rules="nim:NIM",
        face="heaps",
        presets="nim:3,4,5 nim:1,3,5,7 nim:3,4,5/misere nim:1,3,5,7/misere",
        counts="nim-1-2-3 nim-1-2-3-misere nim-1-3-5-7",
        words="nim:NimWords",
        provable=ANY,
        solvers="theory",
        ladders=(Ladder("1 2 3 4 full"),),
        strategies="bouton",
        exercises="heaps:KINDS",
        kin="heaps",
    ),
    Kit(
        "subtraction",
        "HEAPS",
        rules="nim:SUBTRACTION",
        face="heaps",
        presets="subtraction:21:1,2,3 subtraction:11:1,3,4 subtraction:6:1,2,3/misere subtraction:11:1,3/misere",
        counts="subtraction subtraction-1-3-4",
        words="subtraction:SubtractionWords",
        provable=ANY,
        solvers="theory",
        ladders=(Ladder("1 2 3 4 full"),),
        strategies="4-k 5-k",
        exercises="heaps:KINDS",
        kin="heaps",
    ),
    Kit(
        "kayles",
        "HEAPS",
        rules="kayles:KAYLES",
        face="heaps",
        presets="kayles:7",
        counts="kayles",
        words="kayles:KaylesWords",
        provable=ANY,
        solvers="theory",
        ladders=(Ladder("1 2 3 4 full"),),
        exercises="heaps:KINDS",
        kin="heaps",
    ),
    Kit(
        "dawson-kayles",
        "HEAPS",
        rules="kayles:DAWSON_KAYLES",
        face="heaps",
        presets="dawson-kayles:7",
        counts="dawson-kayles",
        words="kayles:KaylesWords",
        provable=ANY,
        solvers="theory",
        ladders=(Ladder("1 2 full"),),
        exercises="heaps:KINDS",
        kin="heaps",
    ),
    Kit(
        "wythoff",
        "HEAPS",
        rules="wythoff:WYTHOFF",
        face="heaps",
        presets="wythoff:3,5 wythoff:8,12",
        counts="wythoff",
        words="wythoff:WythoffWords",
        provable=ANY,
        solvers="theory",
        ladders=(Ladder("1 2 full", only="wythoff:3,5"), Ladder("1 2 3 4 full")),
        exercises="heaps:KINDS",
    ),
    Kit(
        "fibonacci-nim",
        "HEAPS",
        rules="fibonacci_nim:FIBONACCI_NIM",
        face="heaps",
        presets="fibonacci-nim:20 fibonacci-nim:21",
        counts="fibonacci-nim",
        words="fibonacci_nim:FibonacciNimWords",
        provable=ANY,
        solvers="theory",
        ladders=(Ladder("1 2 3 4 full"),),
        exercises="heaps:KINDS",
    ),
    Kit(
        "chomp",
        "HEAPS",
        rules="chomp:CHOMP",
        face="bar",
        presets="chomp:3,4 chomp:7,4",
        counts="chomp",
        words="chomp:ChompWords",
        ladders=(Ladder("1 4 full", only="chomp:3,4"), Ladder("1 4 5 full")),
    ),
)
_OWN_ROWS = (
    Kit(
        "own-lines",
        "LINES",
        rules="own_lines:OWN_LINES",
        face="grid",
        presets="",
        counts="",
        estimator="mnk:estimator",
        words="own:line_words",
        provable=9,
        solvers="lines",
        plan="plans:own_lines",
        any_rules=True,
    ),
    Kit(
        "own-slides",
        "SLIDES",
        rules="own_slides:OWN_SLIDES",
        face="graph",
        presets="",
        counts="",
        estimator="own:FreeMoves",
        words="own:OwnSlideWords",
        any_rules=True,
    ),
    Kit(
        "own-heaps",
        "HEAPS",
        rules="own_heaps:OWN_HEAPS",
        face="heaps",
        presets="",
        counts="",
        words="own:OwnHeapWords",
        solvers="theory",
        any_rules=True,
    ),
)
OWN_PREFIX = "own-"
"""How the ids of all that is one's own begin."""
OWN_TREE = f"{OWN_PREFIX}tree"
"""How those of trees begin, which are no games."""
OWN: Mapping[str, Kit] = {kit.id: kit for kit in _OWN_ROWS}
"""The kinds of games of one's own, which nobody can list: each has as many games as somebody writes."""
KITS: Mapping[str, Kit] = {kit.id: kit for kit in _ROWS}
"""By the id of the family, in the order in which the hall lists them."""
_GENERAL = Kit("", "", "", "", "", "", programs="")


def plain(name: str) -> str:
    """A name as it is compared: in small letters, without accents, and a power of two however it is written."""
    parts = normalize("NFKD", name.replace("^", "")).lower()
    return " ".join("".join(char for char in parts if not combining(char)).split())


ALIASES: Mapping[str, str] = {plain(alias): kit.id for kit in _ROWS for alias in kit.aliases}
"""The ids of the families by their other names, as :func:`plain` has them."""


def family(game_id: str) -> str:
    """The id of the family to which a game's id belongs: the text before numbers and options."""
    return game_id.partition("/")[0].partition(":")[0]


def kit_of(game_id: str) -> Kit:
    """The row of a game's family; for a game of no registered family one that leaves everything out."""
    name = family(game_id)
    return KITS.get(name) or OWN.get(name, _GENERAL)


def provable(game_id: str, move_count: int) -> bool:
    """Whether a game of so many moves is proven from any of its positions by a search of seconds."""
    kit = kit_of(game_id)
    most = min(kit.provable, kit.provable_misere) if "misere" in game_id.split("/") else kit.provable
    return move_count <= most or game_id in kit.provable_ids.split()


def guesses(game_id: str) -> bool:
    """Whether there are guesses for a game of its own: without them an estimate of 0 says that nothing is known."""
    return bool(kit_of(game_id).estimator)
