"""Match: one game, as it is played, shown, saved and sent.

A match is a value: every change gives another match. Its form as text is :meth:`Match.to_json`.
"""

from __future__ import annotations

import uuid
from bisect import bisect_left
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields, replace
from operator import itemgetter
from typing import Any

from core.errors import CoreError, IllegalMove, quoted
from core.game import Game, Move, Player, Reason, Remark
from core.games import get
from core.growing import Growing
from core.play.clock import Clock
from core.play.series import Series
from core.players.opponents import HUMAN
from core.position import Outcome, Position, other

REPETITIONS = 3
"""The occurrence of a position, with the same player to move, that ends the game as a draw."""
BY_PLAYERS: Mapping[Reason, bool | None] = {
    Reason.RESIGNED: True,
    Reason.AGREED: False,
    Reason.TIME: True,
    Reason.ABANDONED: None,
}
"""Ends that the position does not show, and whether somebody wins by them; None if that may be or not."""
RESULTS: Mapping[Player | None, str] = {0: "1-0", 1: "0-1", None: "1/2-1/2"}
"""The winner in writing."""
WINNERS = {text: winner for winner, text in RESULTS.items()}
UNFINISHED = "*"
_REASONS = {reason.value: reason for reason in Reason}
VERSION = 1
"""The version of what :meth:`Match.to_json` writes. It is not written while it is 1: the files of all versions so far
have none."""


def result_text(outcome: Outcome | None) -> str:
    """The result of a game in writing."""
    return RESULTS[outcome.winner] if outcome else UNFINISHED


class BadMatch(CoreError):
    """A document that is not a valid match. ``where`` is the name of the wrong value, or the ply of the wrong move,
    from 1."""

    where: str | int = "game"


@dataclass(frozen=True)
class Match:
    """One game. Its moves are checked by the rules when they are made or read.

    The positions are remembered and handed on, so that a ply costs one call of the rules; they are not compared,
    hashed, pickled or written. Raises CoreError if ``start`` is not a position of the game.
    """

    game: Game
    """The rules."""
    players: tuple[str, str]
    """The players by seat, as :func:`core.players.opponents.parse` reads them; the first one moves first."""
    start: str | None = None
    """The text of the position before the first move; None for the usual one."""
    moves: Growing[Move] = field(default_factory=Growing)
    """The moves from the start on. Matches that continue each other share the memory of their moves."""
    outcome: Outcome | None = None
    """The end of the game by the rules, by repetition or by the players; None while it goes on."""
    undone: tuple[tuple[Move, Remark | None], ...] = ()
    """Moves that were taken back and not replaced, each with its remark; redo makes the last of them. Not written."""
    remarks: tuple[tuple[int, Remark], ...] = ()
    """The plies, from 1, that have a remark, ascending."""
    hints: int = 0
    """Number of hints given."""
    allowed: int | None = None
    """Maximum number of hints; None for no maximum."""
    cautions: int = 0
    """Number of moves that the teacher has stopped."""
    lesson: bool = False
    """Whether a player had other help: a move was taken back, values were shown against an equal opponent, or a player
    changed after the first move."""
    retried: bool = False
    """Whether it begins with the moves of another game, to play on from there. Its result counts nowhere."""
    clock: Clock | None = None
    """The remaining time; None in a game without a clock. Whose time runs is not written."""
    series: Series | None = None
    """The series of the two players before this game; None for a single game."""
    extra: str = ""
    """A text with a meaning only for its writer."""
    id: str = field(default_factory=lambda: uuid.uuid4().hex)
    """The id of the game wherever it is saved."""
    _positions: Growing[Position] = field(default_factory=Growing, repr=False, compare=False)
    """The positions found so far, from the start on."""
    _names: Growing[str] = field(default_factory=Growing, repr=False, compare=False)
    """The moves in notation found so far, from the first on."""

    def __post_init__(self) -> None:
        if not self.moves:
            first = self.position
            if self.outcome is None and first.outcome:
                object.__setattr__(self, "outcome", first.outcome)

    def __getstate__(self) -> dict[str, Any]:
        values = {each.name: getattr(self, each.name) for each in fields(self) if each.compare}
        return values | {"game": (self.game.id, self.game.content)}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state, game=get(*state["game"]), _positions=Growing(), _names=Growing())

    # What it is.

    @property
    def positions(self) -> Growing[Position]:
        """All positions from the start on: one more than moves."""
        found = self._positions
        if len(found) <= len(self.moves):
            if not found:
                start = self.start
                found = found.add(Position.start(self.game) if start is None else Position.from_text(self.game, start))
            for ply in range(len(found) - 1, len(self.moves)):
                found = found.add(found[-1].play(self.moves[ply]))
            object.__setattr__(self, "_positions", found)
        return found

    @property
    def position(self) -> Position:
        """The position after the last move."""
        return self.positions[-1]

    @property
    def names(self) -> Growing[str]:
        """The moves in notation."""
        found = self._names
        if len(found) < len(self.moves):
            for ply in range(len(found), len(self.moves)):
                found = found.add(self.positions[ply].name(self.moves[ply]))
            object.__setattr__(self, "_names", found)
        return found

    def remark(self, ply: int) -> Remark | None:
        """The remark of a move, by ply from 1."""
        place = bisect_left(self.remarks, ply, key=itemgetter(0))
        return dict(self.remarks[place : place + 1]).get(ply)

    @property
    def repetitions(self) -> int:
        """Number of times that the last position has occurred."""
        return 1 if self.game.finite else self.positions.count(self.position)

    @property
    def before(self) -> Series:
        """The series of the two players before this game."""
        return self.series or Series(self.players)

    @property
    def standing(self) -> Series:
        """The series of the two players, including this game once it is over."""
        last = self.positions[-2].turn if self.moves else None
        return self.before.after(self.outcome, last) if self.outcome else self.before

    @property
    def number(self) -> int:
        """The number of this game in its series, from 1."""
        return self.before.played + 1

    @property
    def helped(self) -> bool:
        """Whether a player had help, so that the game does not measure their strength."""
        return self.lesson or bool(self.hints or self.cautions)

    @property
    def between(self) -> bool:
        """Whether this game is over and its planned series is not."""
        return goes_on(self.series, self.outcome)

    @property
    def bare(self) -> Match:
        """The match without its remembered positions, to save memory where there are many matches."""
        return replace(self, _positions=Growing(), _names=Growing())

    @property
    def public(self) -> Match:
        """The match as everybody at a table may see it: without ``extra``, and without the help that a player has
        had."""
        return replace(self, extra="", hints=0, cautions=0, lesson=False)

    def beside(self, moves: Growing[Move], positions: Growing[Position]) -> Match:
        """The match with other moves, to look at, and the positions that they lead to. No repetition ends it."""
        names = self.names[: self.moves.common(moves)]
        return replace(self, moves=moves, outcome=positions[-1].outcome, undone=(), _positions=positions, _names=names)

    # What happens to it.

    def play(self, move: Move, remark: Remark | None = None) -> Match:
        """The match after another move. Undone moves are forgotten, unless this is the move that redo would make.

        Raises IllegalMove.
        """
        if self.outcome:
            raise IllegalMove("The game is over; no more moves can be played.")
        position = self.position.play(move)
        positions = self.positions.add(position)
        outcome = position.outcome
        if outcome is None and not self.game.finite and positions.count(position) >= REPETITIONS:
            outcome = Outcome(None, Reason.REPETITION)
        moves = self.moves.add(move)
        return replace(
            self,
            moves=moves,
            outcome=outcome,
            undone=self.undone[:-1] if self.undone and self.undone[-1][0] == move else (),
            remarks=(*self.remarks, (len(moves), remark)) if remark else self.remarks,
            _positions=positions,
        )

    def undo(self) -> Match:
        """The match without the end that the players made, or without the last move; the same object if there is
        neither."""
        if self.outcome and self.outcome.reason in BY_PLAYERS:
            return replace(self, outcome=None)
        if not self.moves:
            return self
        ply = len(self.moves)
        return replace(
            self,
            moves=self.moves[:-1],
            outcome=None,
            undone=(*self.undone, (self.moves[-1], self.remark(ply))),
            remarks=tuple(each for each in self.remarks if each[0] < ply),
            _positions=self.positions[:-1],
            _names=self._names[: ply - 1],
        )

    def redo(self) -> Match:
        """The match with the last undone move made again; the same object if there is none or the match is over."""
        return self.play(*self.undone[-1]) if self.undone and not self.outcome else self

    def resign(self, player: Player) -> Match:
        """The match after a player has resigned. Raises IllegalMove if it is already over."""
        if self.outcome:
            raise IllegalMove("The game is over; you cannot resign.")
        return self.conclude(Outcome(other(player), Reason.RESIGNED))

    def agree(self) -> Match:
        """The match as a draw by agreement. Raises IllegalMove if it is already over."""
        if self.outcome:
            raise IllegalMove("The game is over; you cannot offer a draw.")
        return self.conclude(Outcome(None, Reason.AGREED))

    def conclude(self, outcome: Outcome) -> Match:
        """The match with an end that the players have made. Raises IllegalMove if it is already over."""
        if self.outcome:
            raise IllegalMove("The game is already over.")
        return replace(self, outcome=outcome)

    def seated(self, change: Callable[[tuple[str, str]], tuple[str, str]]) -> Match:
        """The match with other players; ``change`` gives them for each pair."""
        series = self.series and replace(self.series, players=change(self.series.players))
        return replace(self, players=change(self.players), series=series)

    # What it is in text.

    def to_json(self) -> dict[str, Any]:
        """The match as plain JSON values by name, without values that are as usual; the inverse is
        :meth:`from_json`."""
        values: dict[str, Any] = {"game": self.game.id}
        if self.game.content is not None:
            values["rules"] = self.game.content
        if self.start is not None:
            values["start"] = self.start
        values["first"], values["second"] = self.players
        if self.outcome:
            values["result"], values["reason"] = RESULTS[self.outcome.winner], self.outcome.reason.value
        return {**values, **written({name: getattr(self, name) for name in _FACTS}), "moves": list(self.names)}

    @classmethod
    def from_json(cls, document: Mapping[str, Any]) -> Match:
        """The match that :meth:`to_json` or a person has written. Only the game is required, and its end may be left to
        the rules. Everything is checked except the players: whether they can play is checked when they are to.

        Raises BadMatch, which says what is wrong with which value and what to do.
        """
        facts = facts_of(document)
        if not document.get("game"):
            raise _wrong("game", 'The game has no name; write a line such as [Game "tictactoe"].')
        if facts.get("id") == "":
            raise _nonsense("id")
        try:
            game = get(document["game"], document.get("rules"))
        except CoreError as error:
            raise _at("rules" if "rules" in document else "game", error) from error
        try:
            match = cls(game, seats_of(document), document.get("start"))
        except CoreError as error:
            raise _at("start", error) from error
        for ply, name in enumerate(document.get("moves", ()), 1):
            try:
                match = match.play(game.parse_move(match.position.state, name))
            except CoreError as error:
                raise _wrong(ply, "Move {ply}: {reason}", ply=ply, reason=error.phrase) from error
        return replace(match, outcome=_outcome(document, match.outcome), **facts)


def goes_on(series: Series | None, outcome: Outcome | None) -> bool:
    """Whether a planned ``series`` goes on after its next game has ended with ``outcome``."""
    after = series.after(outcome) if series and outcome else None
    return after is not None and after.length > 0 and not after.over


def seats_of(document: Mapping[str, Any]) -> tuple[str, str]:
    """The players by seat in a document of :meth:`Match.to_json`."""
    return document.get("first", HUMAN), document.get("second", HUMAN)


def facts_of(document: Mapping[str, Any]) -> dict[str, Any]:
    """The values of a document beside its moves and result, by the fields of a match. This is everything that can be
    checked without the rules.

    Raises BadMatch.
    """
    for name in document:
        if name not in NAMES:
            raise _wrong(
                name,
                "A game has no {name}, only {names}. Leave it out.",
                name=quoted(name),
                names=", ".join(list(NAMES.values())[: -len(_FURTHER)]),
            )
    if document.get("version", VERSION) != VERSION:
        raise _wrong("version", "Another version of the program wrote this game; read it with that version.")
    for name in _TEXTS:
        if name in document and not _is_text(document[name]) and (document[name] is not None or name in _NEEDED):
            raise _wrong(name, "{name} is not text; write it in quotes.", name=NAMES[name])
    moves = document.get("moves", [])
    if not isinstance(moves, list) or not set(map(type, moves)) <= {str}:
        raise _wrong("moves", 'moves is not a list of moves; write them in quotes, as in ["b2", "a1"].')
    facts = {}
    for name, (_, read) in _FACTS.items():
        value = document.get(name)
        try:
            if value is not None:
                facts[name] = read(value)
        except (ValueError, TypeError, OverflowError, RecursionError) as error:
            raise _nonsense(name) from error
    return facts


def written(facts: Mapping[str, Any]) -> dict[str, Any]:
    """The inverse of :func:`facts_of`, without values that are as usual."""
    return {name: _FACTS[name][0](value) for name, value in facts.items() if value != _USUAL[name]}


def outcome_of(document: Mapping[str, Any]) -> Outcome | None:
    """The end of the game that a document gives, not checked by the rules. Raises BadMatch."""
    result, reason = document.get("result"), document.get("reason")
    if result is not None and result not in (*WINNERS, UNFINISHED):
        raise _wrong("result", "{text} is not a result; write 1-0, 0-1, 1/2-1/2 or *.", text=quoted(result))
    if reason is not None and reason not in _REASONS:
        raise _wrong(
            "reason",
            "{text} is not a reason for the end of a game; write one of {names}.",
            text=quoted(reason),
            names=" ".join(_REASONS),
        )
    return Outcome(WINNERS[result], _REASONS[reason]) if result in WINNERS and reason is not None else None


def _outcome(document: Mapping[str, Any], found: Outcome | None) -> Outcome | None:
    """The end of a game: as the rules have ``found`` it, otherwise as the document gives it."""
    written = outcome_of(document)
    result, reason = document.get("result"), document.get("reason")
    if found is None and written and written.reason in BY_PLAYERS:
        if BY_PLAYERS[written.reason] in (None, written.winner is not None):
            return written
    elif found is None and reason is None and result in (None, UNFINISHED):
        return None
    elif found and result in (None, RESULTS[found.winner]) and reason in (None, found.reason.value):
        return found
    raise _wrong(
        "result",
        'The moves do not end the game that way; write [Reason "resigned"] if a player gave up, or leave out Result '
        "and Reason, and the rules decide.",
    )


def _at(where: str | int, error: CoreError) -> BadMatch:
    bad = BadMatch(error.phrase.template, **error.phrase.values)
    bad.where = where
    return bad


def _wrong(where: str | int, template: str, **values: object) -> BadMatch:
    return _at(where, CoreError(template, **values))


def _nonsense(name: str) -> BadMatch:
    return _wrong(
        name,
        "The fields other than the moves do not describe a game; export it again, or leave out what you do not know.",
    )


def _is_text(value: object) -> bool:
    """Whether this is a text that can be encoded."""
    try:
        return isinstance(value, str) and value.encode() is not None
    except UnicodeError:
        return False


def _text(value: Any) -> str:
    if not _is_text(value):
        raise ValueError(value)
    return str(value)


def _whole(value: Any) -> int:
    if type(value) is not int:
        raise ValueError(value)
    return value


def _flag(value: Any) -> bool:
    if type(value) is not bool:
        raise ValueError(value)
    return value


def _remarks(pairs: Any) -> tuple[tuple[int, Remark], ...]:
    return tuple((_whole(ply), Remark(remark)) for ply, remark in pairs)


_FACTS: Mapping[str, tuple[Callable[[Any], Any], Callable[[Any], Any]]] = {
    "id": (str, _text),
    "hints": (int, _whole),
    "series": (Series.to_json, Series.from_json),
    "extra": (str, _text),
    "remarks": (lambda remarks: [[ply, remark.value] for ply, remark in remarks], _remarks),
    "cautions": (int, _whole),
    "lesson": (bool, _flag),
    "retried": (bool, _flag),
    "allowed": (int, _whole),
    "clock": (Clock.to_json, Clock.from_json),
}
"""The fields of a match beside its moves and result, each with the functions that write and read its value. The reader
raises ValueError or TypeError for an invalid value."""
_USUAL = {each.name: each.default for each in fields(Match)}
_TEXTS = ("game", "rules", "first", "second", "id", "start", "reason", "result")
_NEEDED = ("game", "first", "second", "id", "result")
"""Texts that are present or left out: they may not be null."""
_FURTHER = ("rules", "moves", "version")
NAMES = {
    name: name.capitalize()
    for name in ("game", "start", "first", "second", "result", "reason", "started", "updated", *_FACTS, *_FURTHER)
}
"""The values of a document in their order, each with its name as people see it: those that identify a game first.
``started`` and ``updated`` do not belong to the match itself; a file has them beside it."""
