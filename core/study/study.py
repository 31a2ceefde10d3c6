"""Questions and studies: texts, tables and pictures as plain values for commands and screens."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any, NamedTuple, TypeAlias

from core.analysis import Analysis
from core.errors import CoreError, quoted
from core.game import Game
from core.games import get
from core.kits import OWN_PREFIX
from core.phrase import Fact, Figures, Phrase, Sentence, fact, figure, phrase
from core.position import Position, play_all
from core.score import Score
from core.store.rows import Practice

LONG = 15
"""Maximum number of digits of a number that is not shortened."""


class Unstudied(CoreError):
    """A question that cannot be answered: its topic or board does not exist, or is too large."""


@dataclass(frozen=True)
class StudyQuestion:
    """A question to a topic. ``arguments`` are words in the topic's notation, mostly the id of a game; ``position`` is a
    position as text, None for the start, and ``moves`` are made from it. Without them the topic uses its defaults."""

    topic: str
    arguments: tuple[str, ...] = ()
    moves: str = ""
    position: str | None = None
    known: tuple[Analysis, ...] = field(default=(), compare=False)
    """Earlier analyses of the positions that the topic wants."""

    def __getstate__(self) -> dict[str, Any]:
        """The question with the rules of its own games, which another process does not know."""
        own = [word for word in self.arguments if word.startswith(OWN_PREFIX)]
        rules: list[str] = []
        if own:
            from core.own import known

            rules = [there.content for word in own if (there := known(word))]
        return {**vars(self), "rules": rules}

    def __setstate__(self, state: dict[str, Any]) -> None:
        rules = state.pop("rules")
        if rules:
            from core.own import register, taken

            for content in rules:
                register(taken(content))
        self.__dict__.update(state)

    def game(self, usual: str) -> Game:
        """The game of the only argument, ``usual`` without arguments. Raises Unstudied for more arguments, and UnknownGame."""
        if len(self.arguments) > 1:
            raise Unstudied(
                "{command:{topic} is about one board, as in 'triqui study {topic} {usual}'}{screen:This study is about "
                "one board, such as {usual}}; leave out {word}.",
                topic=self.topic,
                usual=usual,
                word=quoted(self.arguments[1]),
            )
        return get(self.arguments[0] if self.arguments else usual)

    def at(self, usual: str) -> Position:
        """The position of the question. Raises as :meth:`game`, BadNotation or IllegalMove."""
        return play_all(self.game(usual), self.moves, self.position)[1]

    def bare(self) -> None:
        """Refuse moves and a position, for topics about whole boards. Raises Unstudied."""
        if self.moves or self.position is not None:
            raise Unstudied(
                "{topic} is about a board from its start; leave out --moves and --position.", topic=self.topic
            )

    @property
    def words(self) -> tuple[str, ...]:
        """The question as words of a command line, after ``triqui study``."""
        moves = ("--moves", self.moves) if self.moves else ()
        position = ("--position", self.position) if self.position is not None else ()
        return (self.topic, *self.arguments, *moves, *position)


@dataclass(frozen=True)
class PlayLink:
    """A game to play, from a position as text or the start."""

    game: str
    moves: str = ""
    position: str | None = None


StudyLink: TypeAlias = StudyQuestion | PlayLink
"""A link of a table cell."""


class Share(NamedTuple):
    """A part of a whole."""

    part: int
    whole: int
    brief: bool = False
    """Whether only the percentage is shown."""

    @classmethod
    def of(cls, fraction: Fraction) -> Share:
        """A chance as a share."""
        return cls(fraction.numerator, fraction.denominator)


Cell: TypeAlias = str | int | Sentence | Share | Score | None
"""The value of a cell. A Score is shown as its verdict and distance, Figures in the reader's way, a str as it is."""


@dataclass(frozen=True)
class _Part:
    """A part of a study."""

    section: str
    """The section of the page, as ``nim.openings``."""

    @property
    def key(self) -> str:
        """Its name in JSON."""
        return self.section.partition(".")[2]


@dataclass(frozen=True)
class StudyTable(_Part):
    """A table by its rows. Its page says which of their fields are columns, and what these look like."""

    rows: tuple[Any, ...]
    """Named tuples of one kind."""
    notes: tuple[Sentence, ...] = ()
    """Sentences that explain the table."""
    before: StudyQuestion | None = None
    """The question for the rows before these, if there are any."""
    after: StudyQuestion | None = None
    """The question for the rows after these, if there are any."""
    title: Sentence | None = None
    """The title, if it is not that of the section."""
    name: str = ""
    """The name in JSON, if several tables of a study have one section."""
    values: Mapping[str, object] = field(default_factory=dict)
    """Values for the braces of the title and of the heads."""
    labels: Mapping[str, Sequence[object]] = field(default_factory=dict)
    """Labels of the columns of a field with several values."""
    without: tuple[str, ...] = ()
    """Columns of the page that this table leaves out."""
    hidden: tuple[str, ...] = ()
    """Columns for programs only, in addition to those of the page."""

    @property
    def key(self) -> str:
        return self.name or super().key


@dataclass(frozen=True)
class Text(_Part):
    """Paragraphs, by default the ``text`` of the section."""

    paragraphs: tuple[Sentence, ...] = ()
    title: Sentence | None = None

    @property
    def told(self) -> tuple[Sentence, ...]:
        """The paragraphs."""
        return self.paragraphs or (fact(f"{self.section}.text"),)


@dataclass(frozen=True)
class StudyPicture(_Part):
    """A picture, as a tree or a map: ``shown`` is drawn, and ``notes`` explain it."""

    shown: Any
    notes: tuple[Sentence, ...] = ()
    title: Sentence | None = None


PagePart: TypeAlias = Text | StudyTable | StudyPicture


def title_of(part: PagePart) -> Sentence:
    """The title of a part."""
    values = part.values if isinstance(part, StudyTable) else {}
    return part.title or fact(f"{part.section}.title", **values)


@dataclass(frozen=True)
class Study:
    """The answer of a topic to a question."""

    question: StudyQuestion
    """The question."""
    title: Sentence
    """The title."""
    parts: tuple[PagePart, ...]
    """Texts, tables and pictures, in their order."""
    sources: tuple[Sentence, ...]
    """The sources."""
    final: bool = True
    """Whether this is the last study."""
    nodes: int = 0
    """Number of positions looked at, 0 without a search."""
    data: Any = field(default=None, compare=False)
    """Values for the topic's own screen."""
    learned: tuple[Analysis, ...] = field(default=(), compare=False)
    """Analyses to save for later questions."""

    def part(self, key: str) -> PagePart:
        """The part of that name. Raises KeyError."""
        return {part.key: part for part in self.parts}[key]

    def table(self, key: str) -> StudyTable:
        """The table of that name. Raises KeyError."""
        found = self.part(key)
        if not isinstance(found, StudyTable):
            raise KeyError(key)
        return found

    def unfinished(self) -> Study:
        """This study, with more to come."""
        return replace(self, final=False)


def won_letter(wins: int | bool) -> Fact:
    """The letter for a position that the player to move wins or loses."""
    return fact("study.won") if wins else fact("study.lost")


def joined(pieces: Sequence[object], between: str = "") -> Phrase:
    """Pieces joined to one text, each phrase translated by itself."""
    values = {f"piece{at}": piece for at, piece in enumerate(pieces)}
    return Phrase(between.join(f"{{{name}}}" for name in values), values)


def as_read(position: Position) -> Phrase:
    """The text of a position, with the player to move in the reader's language."""
    body, space, name = position.text.rpartition(" ")
    return joined((body, space, phrase(name) if name in position.game.players else name))


def called(game: Game) -> tuple[Phrase, Phrase]:
    """The names of both players: marks, or words to translate, as 1st and 2nd of the heaps."""
    first, second = game.players
    return Phrase(first), Phrase(second)


def short(number: int) -> Figures:
    """As :func:`figure`, a very large number shortened to its first and last digits."""
    text = str(number)
    return figure(number) if len(text) <= LONG else Figures(f"{text[:6]}…{text[-6:]}")


@dataclass(frozen=True)
class Topic:
    """A topic of study."""

    name: str
    """Its name on the command line."""
    usage: str
    """Its arguments, as ``[GAME]``."""
    study: Callable[[StudyQuestion], Iterator[Study]]
    """Answers a question. Raises CoreError."""
    about: Callable[[Position], StudyQuestion | None] = lambda position: None
    """The question to offer about a position, None if there is none."""
    practised: Callable[[Study, Practice], Study] | None = None
    """Adds the player's tries to an answer with exercises."""
    wants: Callable[[], Iterable[Position]] = tuple
    """The positions whose analyses are saved for later questions."""
    usual: str = "tictactoe"
    """The default game, or one of them."""
    tells: Callable[[StudyQuestion, Study | None], Iterable[str]] | None = None
    """The ids of all games whose positions an answer evaluates, as far as the question and the answer show them. None if it is
    the named game."""
    patience: float = math.inf
    """Seconds after which a single answer is taken as it is, for topics that always find more."""

    @property
    def title(self) -> Fact:
        """Its name on the screen."""
        return fact(f"{self.name}.topic.title")

    @property
    def summary(self) -> Fact:
        """Its summary in a sentence."""
        return fact(f"{self.name}.topic.summary")
