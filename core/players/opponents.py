"""Opponents of a person: an engine at a level, a written strategy, or a player that tries to lose."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from random import Random
from typing import NamedTuple

from core import engines, strategies
from core.analysis import Analysis, Limit
from core.engines import MENACE
from core.engines.dialects import PREFIXES, PYTHON, plays
from core.errors import CoreError, UnknownEngine, quoted
from core.game import Game, Move, Remark
from core.kits import kit_of
from core.phrase import Figures, Phrase, phrase
from core.players.worker.request import Request
from core.position import Position
from core.score import Score
from core.strategies import fernandez
from core.strategies.levels import FIRST_MET, FULL, Level, is_level, levels_of, named
from core.strategies.strategy import Strategy

HUMAN = "human"
"""The text of a seat for a person at this board."""
_ELSEWHERE = f"{HUMAN}:"
BEST = "best"
"""The name of the best engine for the position."""
LOSER = "loser"
ME = "me"
"""The player as strong as its opponent; once that strength is known, two levels follow after a colon."""
STRONGEST = "best:full"
"""The default player on a seat for an engine."""
DEFAULT = "best:2"
"""The default opponent of a person. In every game it now and then loses to a person who takes wins and stops threats."""
WATCHED = ("1", "2", "3", "4", "5")
"""Levels of the default players of a watched game."""
LEVEL_VALUE = 0.05
"""An estimate below this promises no more than a draw."""
_EQUALS = 3
"""Maximum number of equal moves that a reason names."""


class Choice(NamedTuple):
    """A player's move, the reason in one or two sentences, and the remark that is stored with the move."""

    move: Move
    reason: Phrase
    remark: Remark | None = None


TITLES = (
    *(phrase("Best"), phrase("Loser"), phrase("Lines"), phrase("Connect-four")),
    *(phrase("Gomoku"), phrase("Ultimate"), phrase("Qubic")),
)
"""Names of players that, with a capital letter, are their titles, too; listed for the catalogues."""


class Opponent(ABC):
    """An opponent, which decides at once or by an engine; see :meth:`decide`."""

    @property
    @abstractmethod
    def name(self) -> str:
        """The name without the level."""

    @property
    @abstractmethod
    def title(self) -> Phrase:
        """The name for people."""

    @property
    def program(self) -> bool:
        """Whether it is an external program, named by its command."""
        return ":" in self.name

    @property
    def level(self) -> Level | None:
        """The level at which it plays; None if it has no levels."""
        return None

    @property
    def by_chance(self) -> bool:
        """Whether it picks moves at random: equal games of such players are accidents, and both count."""
        return bool(self.level and self.level.slips)

    @property
    def text(self) -> str:
        """The inverse of :func:`parse`."""
        return f"{self.name}:{self.level.name}" if self.level else self.name

    def at(self, level: Level) -> Opponent:
        """The same opponent at another level; itself if it has no levels."""
        return self

    @abstractmethod
    def summary(self, game: Game) -> Phrase:
        """How it plays a game, in a sentence."""

    @property
    @abstractmethod
    def brief(self) -> Phrase:
        """How it plays, in at most 36 characters."""

    def plays(self, game: Game) -> bool:
        """Whether it knows how to play a game."""
        return True

    @abstractmethod
    def decide(self, position: Position, random: Random, cap: float | None = None) -> Choice | Request:
        """The move to play, or a request to an engine, of at most ``cap`` seconds, whose answer goes to
        :meth:`Thinker.answer`."""


@dataclass(frozen=True)
class Follower(Opponent):
    """Follows a written strategy without an engine."""

    strategy: Strategy

    @property
    def name(self) -> str:
        return self.strategy.name

    @property
    def title(self) -> Phrase:
        return self.strategy.title

    @property
    def brief(self) -> Phrase:
        return self.strategy.brief

    def summary(self, game: Game) -> Phrase:
        return self.strategy.summary

    def plays(self, game: Game) -> bool:
        return self.name in kit_of(game.id).strategies.split() and self.strategy.plays(game)

    def decide(self, position: Position, random: Random, cap: float | None = None) -> Choice:
        moves, reason = self.strategy.advise(position)
        move = random.choice(moves)
        return Choice(move, _with_equals(reason, position, move, moves))


class Thinker(Opponent):
    """Chooses among the moves of an engine's analysis."""

    @abstractmethod
    def request(self, position: Position, cap: float | None = None) -> Request:
        """The request to an engine, of at most ``cap`` seconds, whose answer goes to :meth:`choose`."""

    @abstractmethod
    def choose(self, analysis: Analysis, random: Random) -> Choice:
        """The move to play. The analysis has a line."""

    def wishes(self, analysis: Analysis) -> list[Move]:
        """The moves of which it plays one, unless it slips. The analysis has a line."""
        return analysis.best_moves

    @property
    def thinks(self) -> bool:
        """Whether its engine's values mean something."""
        return True

    def decide(self, position: Position, random: Random, cap: float | None = None) -> Request:
        return self.request(position, cap)

    def answer(self, request: Request, analysis: Analysis, random: Random) -> Choice:
        """The move to play. If the engine used up the cap, the reason says so: on another machine the move may differ."""
        choice, cap = self.choose(analysis, random), request.cap
        timed = replace(request, cap=None).limit_of(analysis.engine).seconds is not None
        if cap is None or timed or analysis.settled or analysis.seconds < cap:
            return choice
        reason = phrase(
            "(cut short after {seconds} s; a faster machine may differ) {reason}",
            seconds=Figures(f"{cap:g}"),
            reason=choice.reason,
        )
        return choice._replace(reason=reason, remark=Remark.CUT)

    def takes_draw(self, analysis: Analysis, proven: Score | None = None) -> bool:
        """Whether it accepts a draw offered by the player to move: if it is proven that it cannot win, or if it estimates its
        position as no better. An estimate of exactly 0 is none. ``proven`` is what the course of the game proves of the
        position beyond the analysis."""
        if not self.thinks or analysis.best is None:
            return False
        score = -(proven or analysis.best.score)
        return score.at_most_draw or (score.verdict is None and score.value < LEVEL_VALUE and score.value != 0)


@dataclass(frozen=True)
class EnginePlayer(Thinker):
    """An engine at a level; None is the best engine for the position."""

    engine: str | None
    strength: Level

    @property
    def name(self) -> str:
        return self.engine or BEST

    @property
    def title(self) -> Phrase:
        return engines.facts(self.name).title if self.program else phrase(self.name.capitalize())

    @property
    def level(self) -> Level | None:
        """The level; None for the random player and for external programs, which have no levels."""
        levels = self.thinks and (self.engine is None or self.engine in engines.ENGINES)
        return self.strength if levels else None

    def at(self, level: Level) -> Opponent:
        return replace(self, strength=level) if self.level else self

    @property
    def thinks(self) -> bool:
        return self.engine is None or engines.facts(self.engine).thinks

    @property
    def by_chance(self) -> bool:
        # Chance begins anew before each question to a Python file.
        return not engines.python_file(self.name) and (not self.thinks or super().by_chance)

    @property
    def brief(self) -> Phrase:
        return phrase("the strongest player of this game") if self.engine is None else engines.facts(self.engine).brief

    def summary(self, game: Game) -> Phrase:
        if self.engine is not None:
            return engines.facts(self.engine).summary
        solver = kit_of(game.id).solvers.partition(" ")[0]
        return self.strength.summary(game, bool(solver) and engines.facts(solver).forces)

    def plays(self, game: Game) -> bool:
        protocol, foreign, _ = self.name.partition(":")
        if protocol == PYTHON:  # its file tells
            try:
                engines.admit(self.name, game)
            except CoreError:
                return False
        return not foreign or plays(protocol, game)

    def request(self, position: Position, cap: float | None = None) -> Request:
        return Request(position, self.engine, self.strength, cap=cap, all_moves=False)

    def choose(self, analysis: Analysis, random: Random) -> Choice:
        """One of the best moves at random, or a slip."""
        if random.random() < self.strength.slips:
            line = random.choice(analysis.lines)
            return Choice(line.move, phrase("This level makes some random moves."))
        return _one_of(analysis, self.wishes(analysis), random)


@dataclass(frozen=True)
class Fitted(Thinker):
    """A player of a person's own strength: the best engine, which makes ``share`` % of its moves at the stronger of two levels
    and the others at the weaker level. ``levels`` is None until they are fitted."""

    levels: tuple[Level, Level] | None = None
    share: int = 0

    name = ME
    title = phrase("Play me")
    brief = phrase("finds your strength; games count")

    @property
    def text(self) -> str:
        if self.levels is None:
            return ME
        weaker, stronger = self.levels
        return f"{ME}:{weaker.name}+{stronger.name}:{self.share}"

    @property
    def both(self) -> tuple[EnginePlayer, EnginePlayer]:
        """The weaker and the stronger player, between which it alternates at random."""
        weaker, stronger = self.levels or (named(FIRST_MET), named(FIRST_MET))
        return EnginePlayer(None, weaker), EnginePlayer(None, stronger)

    @property
    def nearest(self) -> Level:
        """The level at which it makes most of its moves."""
        weaker, stronger = self.both
        return (stronger if self.share >= 50 else weaker).strength

    def summary(self, game: Game) -> Phrase:
        return phrase("Plays about as well as you do, judging by your games against it.")

    def request(self, position: Position, cap: float | None = None) -> Request:
        return self.both[1].request(position, cap)

    def decide(self, position: Position, random: Random, cap: float | None = None) -> Request:
        weaker, stronger = self.both
        return (stronger if random.random() * 100 < self.share else weaker).request(position, cap)

    def choose(self, analysis: Analysis, random: Random) -> Choice:
        return self.both[1].choose(analysis, random)

    def answer(self, request: Request, analysis: Analysis, random: Random) -> Choice:
        """The move of the level that was asked."""
        level = request.limit if isinstance(request.limit, Level) else self.both[1].strength
        return EnginePlayer(None, level).answer(request, analysis, random)


def _fitted(text: str) -> Fitted:
    """The player with the levels and share that a text gives. Raises UnknownEngine."""
    found = re.fullmatch(r"([^+:]+)\+([^+:]+):([0-9]{1,3})", text)
    if found is None or int(found[3]) > 100:
        raise UnknownEngine("{name} finds its strength by itself; write {name} alone.", name=ME)
    return Fitted((named(found[1]), named(found[2])), int(found[3]))


def unfitted(text: str) -> str:
    """The text of a seat, without the fitted levels of ``me``."""
    return ME if text.startswith(f"{ME}:") else text


@dataclass(frozen=True)
class Loser(Thinker):
    """Plays the worst move by the best engine."""

    name = LOSER
    title = phrase("Loser")
    brief = phrase("plays the worst move it sees")

    def summary(self, game: Game) -> Phrase:
        return phrase("Tries to lose: plays the worst move that the best engine sees.")

    def request(self, position: Position, cap: float | None = None) -> Request:
        return Request(position, None, FULL, cap=cap)

    def wishes(self, analysis: Analysis) -> list[Move]:
        worst = analysis.lines[-1].score.rank
        return [line.move for line in analysis.lines if line.score.rank == worst]

    def choose(self, analysis: Analysis, random: Random) -> Choice:
        return _one_of(analysis, self.wishes(analysis), random)


@dataclass(frozen=True)
class SourceProgram(Thinker):
    """Plays as a program of Fernández: it searches to the depth of the program, however long that takes, and plays the first
    best move of its list."""

    engine: str

    @property
    def name(self) -> str:
        return self.engine

    @property
    def title(self) -> Phrase:
        return phrase(self.engine.capitalize())

    @property
    def brief(self) -> Phrase:
        return engines.facts(self.engine).brief

    def summary(self, game: Game) -> Phrase:
        return engines.facts(self.engine).summary

    def plays(self, game: Game) -> bool:
        return self.name in kit_of(game.id).programs.split() and fernandez.horizon(self.name, game) is not None

    def request(self, position: Position, cap: float | None = None) -> Request:
        return Request(position, self.engine, Limit(), cap=cap)

    def wishes(self, analysis: Analysis) -> list[Move]:
        return [self.choose(analysis, Random()).move]

    def choose(self, analysis: Analysis, random: Random) -> Choice:
        """The first of the best moves; ``random`` is not used."""
        points = {line.move: fernandez.points(line.score) for line in analysis.lines}
        moves = fernandez.listed(analysis.position.game, list(points))
        move = max(moves, key=points.__getitem__)
        horizon = fernandez.horizon(self.name, analysis.position.game) or 0
        return Choice(move, _counted(points[move], [points[each] for each in moves], min(horizon, len(moves))))


@dataclass(frozen=True)
class Machine(Thinker):
    """The machine of matchboxes: draws a bead from the box of the position. The asker knows its learned boxes."""

    name = MENACE
    title = phrase("Menace")
    thinks = False
    by_chance = True

    @property
    def brief(self) -> Phrase:
        return engines.facts(MENACE).brief

    def summary(self, game: Game) -> Phrase:
        return engines.facts(MENACE).summary

    def plays(self, game: Game) -> bool:
        from core.learning.classes import learnable

        return MENACE in kit_of(game.id).programs.split() and learnable(game)

    def request(self, position: Position, cap: float | None = None) -> Request:
        return Request(position, MENACE, Limit(), cap=cap)

    def choose(self, analysis: Analysis, random: Random) -> Choice:
        """A random move with the odds of its beads; any move if there is no box."""
        from core.players.beads import ratio

        position, lines = analysis.position, analysis.lines
        if analysis.engine != MENACE:
            return Choice(random.choice(lines).move, phrase("It has no box for this position."))
        weights = [ratio(line.score.value) / len(position.orbit(line.move)) for line in lines]
        line = random.choices(lines, weights)[0]
        share = Figures(f"{ratio(line.score.value) / sum(weights):.0%}")
        return Choice(
            line.move, phrase("It drew a bead: {share} of those in its box were of this colour.", share=share)
        )


def _program(name: str) -> Opponent:
    return Machine() if name == MENACE else SourceProgram(name)


def _counted(best: int, points: Sequence[int], depth: int) -> Phrase:
    """The reason for a move that the program counts as the best of its list."""
    if best > 0:
        return phrase(
            "It scores {points}: a win in {plies}.", points=Figures(f"{best:+}"), plies=fernandez.SCALE - best
        )
    if best < 0:
        return phrase(
            "It scores {points}: every move loses, none later than this one, after {plies} plies.",
            points=Figures(f"{best:+}"),
            plies=fernandez.SCALE + best,
        )
    if points.count(0) == 1:
        return phrase("It scores 0, like an undecided game or a draw, and every other move loses.")
    return phrase(
        "Moves that score 0: {count} of {moves}. It plays the first of them, counting column by column; after it "
        "nobody can force a win within {depth} plies.",
        count=points.count(0),
        moves=len(points),
        depth=depth,
    )


def _one_of(analysis: Analysis, moves: Sequence[Move], random: Random) -> Choice:
    line = analysis.line(random.choice(moves))
    assert line, "moves are taken from lines"
    from core.explain import why  # which is asked once an engine moves

    reason = why(analysis.position, line)
    return Choice(line.move, _with_equals(reason, analysis.position, line.move, moves))


def _with_equals(reason: Phrase, position: Position, chosen: Move, moves: Sequence[Move]) -> Phrase:
    """The reason and the names of the equal moves, unless there are more than ``_EQUALS``."""
    others = [move for move in moves[: _EQUALS + 2] if move != chosen]
    if not 0 < len(others) <= _EQUALS:
        return reason
    names = ", ".join(position.name(move) for move in others)
    return phrase("{reason} Same value: {moves}.", reason=reason, moves=names)


def players(game: Game) -> list[Opponent]:
    """All players of a game: the best engine at the levels that differ in this game, its written strategies and programs, the
    loser, and the random player."""
    return [
        *(EnginePlayer(None, level) for level in levels_of(game)),
        *(Follower(strategy) for strategy in strategies.of(game)),
        *(program for name in engines.PROGRAMS if (program := _program(name)).plays(game)),
        Loser(),
        EnginePlayer("random", FULL),
    ]


def watched(game: Game) -> tuple[str, str]:
    """The texts of two different players for a watched game, fast in every game: the best engine and ``mcts``, at the highest
    level of ``WATCHED`` that differs in this game."""
    level = [WATCHED[0], *(each.name for each in levels_of(game) if each.name in WATCHED)][-1]
    return f"{BEST}:{level}", f"mcts:{level}"


def player(text: str, game: Game) -> Opponent:
    """The player that a text names. Raises CoreError for a person and for a player that does not play the game."""
    opponent = parse(text)
    if opponent is None:
        raise UnknownEngine(
            "{text} is not an engine; 'triqui players {game}' lists who can play here.", text=quoted(text), game=game.id
        )
    engines.admit(opponent.name, game)
    if not opponent.plays(game):
        raise UnknownEngine(
            "{player} does not play {game}; 'triqui players {game}' lists who does.", player=opponent.text, game=game.id
        )
    return opponent


def elsewhere(name: str) -> str:
    """The text of a seat for a person of that name who plays from elsewhere. :func:`parse` does not take it, since no game can
    begin with it."""
    return _ELSEWHERE + name


def from_afar(text: str) -> str | None:
    """The name of the person who plays from elsewhere on this seat; None for any other player."""
    return text.removeprefix(_ELSEWHERE) if text.startswith(_ELSEWHERE) else None


def without_folder(text: str) -> str:
    """The text of a seat for readers elsewhere: a Python file without the folder that it is in."""
    file = engines.python_file(text)
    return f"{PYTHON}:{file.name}" if file else text


def usual(text: str) -> str | None:
    """The usual spelling of a player, None for a text that is no known player. It looks for no closest name, which is
    slow."""
    with suppress(CoreError):
        if is_known(text):
            player = parse(text)
            return player.text if player else HUMAN
    return None


def is_known(text: str) -> bool:
    """Whether a text begins with the name of a player."""
    name = text.strip().lower().partition(":")[0]
    return (
        name in (HUMAN, "you", LOSER, ME, BEST, *PREFIXES)
        or name in strategies.STRATEGIES
        or engines.registered(name) is not None
        or engines.is_python(text)
    )


def parse(text: str) -> Opponent | None:
    """The player that a text names: ``ENGINE`` or ``ENGINE:LEVEL``, with ``best`` for the best engine, the name of a strategy
    or a source program, ``loser``, ``me``, ``PROTOCOL:COMMAND`` for an external program, or the path of a Python file, with
    ``python:`` or ``.py``; None for a person (``human`` or ``you``).

    Raises UnknownEngine.
    """
    if engines.is_python(text):
        return EnginePlayer(engines.check(text), FULL)
    name, colon, level_name = text.strip().lower().partition(":")
    if colon and not level_name and name != PYTHON:
        raise UnknownEngine("Nothing follows the colon in {text}; write {name} alone.", text=quoted(text), name=name)
    if name == PYTHON or (name in PREFIXES and level_name and not is_level(level_name)):
        return EnginePlayer(engines.check(text.strip()), FULL)
    if name in (HUMAN, "you") and not level_name:
        return None
    if name in strategies.STRATEGIES and not level_name:
        return Follower(strategies.STRATEGIES[name]())
    if name == LOSER and not level_name:
        return Loser()
    if name == ME:
        return _fitted(level_name) if level_name else Fitted()
    if name in engines.PROGRAMS:
        if level_name:
            raise UnknownEngine("{name} is a program without levels; write {name} alone.", name=name)
        return _program(name)
    engine = None if name == BEST else engines.check(name)
    return EnginePlayer(engine, named(level_name) if level_name else FULL)
