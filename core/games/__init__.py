"""The registry of games: one line a family. ``get("tictactoe/misere")`` gives the rules."""

from __future__ import annotations

from difflib import get_close_matches
from functools import lru_cache

from core.errors import UnknownGame
from core.game import Family, Game
from core.games import (
    chomp,
    connect_four,
    fibonacci_nim,
    gomoku,
    kayles,
    mnk,
    morris,
    nim,
    notakto,
    numerical,
    pong_hau_ki,
    qubic,
    ultimate,
    vanishing,
    wythoff,
)

FAMILIES: tuple[Family, ...] = (
    mnk.TICTACTOE,
    mnk.MNK,
    ultimate.ULTIMATE,
    gomoku.GOMOKU,
    connect_four.CONNECT_FOUR,
    notakto.NOTAKTO,
    numerical.NUMERICAL,
    vanishing.VANISHING,
    qubic.TICTACTOE3D,
    qubic.QUBIC,
    pong_hau_ki.FAMILY,
    morris.MORRIS,
    morris.ACHI,
    nim.NIM,
    nim.SUBTRACTION,
    kayles.KAYLES,
    kayles.DAWSON_KAYLES,
    wythoff.WYTHOFF,
    fibonacci_nim.FIBONACCI_NIM,
    chomp.CHOMP,
)


def presets() -> tuple[Game, ...]:
    """The games that the hall lists, in its order."""
    return tuple(get(id) for family in FAMILIES for id in family.presets)


def family_of(game: Game) -> Family:
    """The family in the registry to which a game belongs."""
    name = game.id.partition("/")[0].partition(":")[0]
    return next(family for family in FAMILIES if family.id == name)


def get(id: str) -> Game:
    """The game that an id names: NAME[:NUMBERS][/OPTION...], options in any order.

    Raises UnknownGame with the closest ids, or with what the family takes.
    """
    game = _get(id.strip().lower()[:200])
    return _get(game.id)


@lru_cache(maxsize=256)
def _get(id: str) -> Game:
    root, *options = id.split("/")
    name, colon, numbers = root.partition(":")
    family = next((family for family in FAMILIES if family.id == name), None)
    if family is None:
        raise _unknown(id, name)
    for i, option in enumerate(options):
        if not family.options:
            raise UnknownGame("{id} has an option; {family} takes none.", id=repr(id), family=family.id)
        if option not in family.options or option in options[:i]:
            raise UnknownGame(
                "{option} does not fit in {id}; {family} takes each of {options} at most once.",
                option=f"/{option}",
                id=repr(id),
                family=family.id,
                options=" ".join(f"/{name}" for name in family.options),
            )
    game = family.make(numbers if colon else None, frozenset(options))
    return game if game.id == id else _get(game.id)


def _unknown(id: str, name: str) -> UnknownGame:
    ids = list(dict.fromkeys(id for family in FAMILIES for id in (family.id, *family.presets)))
    close = get_close_matches(id, ids, 3, 0.4) or get_close_matches(name, ids, 3, 0.4) or ids[:3]
    return UnknownGame(
        "There is no game {id}; the closest are {close}, and 'triqui games' lists all (NAME[:NUMBERS][/OPTION...], "
        "as {forms}).",
        id=repr(id),
        close=", ".join(close),
        forms=" or ".join(("tictactoe/misere", "mnk:5,5,4")),
    )
