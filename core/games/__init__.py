"""The games: one row a family in :mod:`core.kits`. ``get("tictactoe/misere")`` gives the rules."""

from __future__ import annotations

import json
from difflib import get_close_matches
from functools import cache, lru_cache
from importlib.resources import files
from typing import NamedTuple

from core.errors import UnknownGame, quoted
from core.game import Family, Game
from core.kits import ALIASES, KITS, OWN, OWN_TREE, family, kit_of, plain
from core.known import BestPlay
from core.phrase import Phrase, phrase, phrase_in
from core.registry import Registry

FAMILIES: Registry[Family] = Registry("core.games", {kit.id: kit.rules for kit in KITS.values()})
"""By the name with which ids of the family begin."""
KINDS: Registry[Family] = Registry("core.games", {kit.id: kit.rules for kit in OWN.values()})
"""The same for the kinds of games of one's own."""


def presets() -> tuple[Game, ...]:
    """All listed games, in the order of the hall."""
    return tuple(get(id) for kit in KITS.values() for id in kit.presets.split())


class Preset(NamedTuple):
    """A game of a list, without its rules. ``known`` is None if the result of best play is unknown."""

    id: str
    name: Phrase
    known: BestPlay | None = None


@cache
def listed() -> tuple[Preset, ...]:
    """The rows of :func:`presets`. They are read from ``core/data/listed.json``, so no game is built. Made by::

    python -m tests.tools.listed
    """
    rows = json.loads(files("core.data").joinpath("listed.json").read_text("utf-8"))
    return tuple(Preset(id, phrase_in(name), known and BestPlay(*known)) for id, name, known in rows)


def face(game: Game) -> str:
    """The name of the board that draws a game."""
    return game.face or kit_of(game.id).face


def family_of(game: Game) -> Family:
    """The family in the registry to which a game belongs."""
    name = family(game.id)
    return KINDS[name] if name in KINDS else FAMILIES[name]


def family_named(text: str) -> Family:
    """The family that a text names, by its own name or another, or by the id of any of its games. Raises UnknownGame
    with the closest names."""
    short = text[:200]
    name = ALIASES.get(plain(short)) or family(short.strip().lower())
    if name not in FAMILIES:
        raise _unknown(short, name)
    return FAMILIES[name]


def get(id: str, content: str | None = None) -> Game:
    """The game of an id, NAME[:NUMBERS][/OPTION...] with options in any order, or of another name of its family.

    ``content`` is the text that came with a user-defined game, :attr:`core.game.Game.content`.

    Raises UnknownGame with the closest ids or the form of the family, and CoreError for other invalid games.
    """
    short = id[:200]
    if content is not None or family(short.strip().lower()) in OWN:
        short = _own(short, content)
    game = _get(ALIASES.get(plain(short)) or short.strip().lower())
    return _get(game.id)


def _own(id: str, content: str | None) -> str:
    """The whole id of a game of one's own. Rules that came with it are known from now on. Raises CoreError where they are not
    its own."""
    from core.own import known, register, taken  # most people have none
    from core.own.definition import begins, digest

    id = id.strip().lower()
    if content is None:
        there = known(id)
        return there.id if there else id
    whole = f"{id.partition('@')[0]}@{digest(content)}"
    there = known(whole) or taken(content)
    if there.id != whole or not begins(id, whole):
        raise UnknownGame("{id} came with the rules of another game; get it from its original source.", id=quoted(id))
    return register(there).id


@lru_cache(maxsize=256)
def _get(id: str) -> Game:
    root, *options = id.split("/")
    name, colon, numbers = root.partition(":")
    if name == OWN_TREE:
        from core.own import find  # most people have none

        raise UnknownGame(
            "{id} is a tree, which cannot be played; {command:'triqui study minimax' searches it, by its file or its "
            "name}{screen:Minimax in Learn searches it}.",
            id=quoted(find(id).id),
        )
    if name not in FAMILIES and name not in KINDS:
        raise _unknown(id, name)
    family = KINDS[name] if name in KINDS else FAMILIES[name]
    for i, option in enumerate(options):
        if not family.options:
            raise UnknownGame("{id} has an option; {family} takes none.", id=quoted(id), family=family.id)
        if option not in family.options or option in options[:i]:
            raise UnknownGame(
                "{option} is not allowed in {id}; {family} takes each of {options} at most once.",
                option=f"/{option}",
                id=quoted(id),
                family=family.id,
                options=" ".join(f"/{name}" for name in family.options),
            )
    game = family.make(numbers if colon else None, frozenset(options))
    return game if game.id == id else _get(game.id)


def _unknown(id: str, name: str) -> UnknownGame:
    ids = list(dict.fromkeys(id for kit in KITS.values() for id in (kit.id, *kit.presets.split())))
    close = get_close_matches(id, ids, 3, 0.4) or get_close_matches(name, ids, 3, 0.4)
    said = {
        "id": quoted(id),
        "close": ", ".join(close),
        "forms": phrase("{first} or {second}", first="tictactoe/misere", second="mnk:5,5,4"),
    }
    if not close:
        return UnknownGame(
            "There is no game {id}; {command:'triqui games' lists all (NAME[:NUMBERS][/OPTION...], such as "
            "{forms})}{screen:the home screen lists all}.",
            **said,
        )
    if len(close) == 1:
        return UnknownGame(
            "There is no game {id}{command:; the closest is {close}, and 'triqui games' lists all "
            "(NAME[:NUMBERS][/OPTION...], such as {forms})}{screen:. Closest: {close}}.",
            **said,
        )
    return UnknownGame(
        "There is no game {id}{command:; the closest are {close}, and 'triqui games' lists all "
        "(NAME[:NUMBERS][/OPTION...], such as {forms})}{screen:. Closest: {close}}.",
        **said,
    )
