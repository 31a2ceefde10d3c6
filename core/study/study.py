"""What a topic is asked, and what it says: texts, tables and pictures as plain values for commands and screens."""

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
"""Figures up to which a number is told whole."""


class Unstudied(CoreError):
    """A question about a topic or a board that cannot be answered: it is not there, or too large."""


@dataclass(frozen=True)
class StudyQuestion:
    """What is asked of a topic. ``arguments`` are words in the topic's own notation, mostly the id of a game; ``position`` a
    position in text, None for the start, and ``moves`` are played from it. None of them: what the topic answers unasked."""

    topic: str
    arguments: tuple[str, ...] = ()
    moves: str = ""
    position: str | None = None
    known: tuple[Analysis, ...] = field(default=(), compare=False)
    """What was found out before about the positions that the topic wants to know of."""

    def __getstate__(self) -> dict[str, Any]:
        """Also the rules of the games of one's own that the words name, which another process does not know."""
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
        """The game that the only argument names, ``usual`` without one. Raises Unstudied for more, UnknownGame."""
        if len(self.arguments) > 1:
            raise Unstudied(
                "{topic} is about one board, as in 'triqui study {topic} {usual}'; leave out {word}.",
                topic=self.topic,
                usual=usual,
                word=quoted(self.arguments[1]),
            )
        return get(self.arguments[0] if self.arguments else usual)

    def at(self, usual: str) -> Position:
        """The position that the question is about. Raises as :meth:`game`, BadNotation or IllegalMove."""
        return play_all(self.game(usual), self.moves, self.position)[1]

    def bare(self) -> None:
        """Raises Unstudied where moves or a position are given to a topic that looks at whole boards only."""
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
    """A game to be played, from a position in text or the start."""

    game: str
    moves: str = ""
    position: str | None = None


StudyLink: TypeAlias = StudyQuestion | PlayLink
"""What a cell of a table opens."""


class Share(NamedTuple):
    """So many of so many."""

    part: int
    whole: int
    brief: bool = False
    """Whether the percentage is enough to show."""

    @classmethod
    def of(cls, fraction: Fraction) -> Share:
        """A chance as a share."""
        return cls(fraction.numerator, fraction.denominator)


Cell: TypeAlias = str | int | Sentence | Share | Score | None
"""The value of a cell. A Score is shown as its verdict and distance, Figures in the reader's way, a str as it is."""


@dataclass(frozen=True)
class StudyTable:
    """A table by its rows. Its page says which of their fields are columns, and what these look like."""

    section: str
    """The section of the page, as ``nim.openings``."""
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
    """What stands in the braces of the title and of the heads."""
    labels: Mapping[str, Sequence[object]] = field(default_factory=dict)
    """For a field that has several columns: what to call each of them."""
    without: tuple[str, ...] = ()
    """Columns of the page that this table has not."""
    hidden: tuple[str, ...] = ()
    """Columns for programs only, beside those that the page hides."""

    @property
    def key(self) -> str:
        """The table's name in JSON."""
        return self.name or _key(self.section)


@dataclass(frozen=True)
class Text:
    """Paragraphs: what was found out, or nothing but the section's own ``text``."""

    section: str
    paragraphs: tuple[Sentence, ...] = ()
    title: Sentence | None = None

    @property
    def key(self) -> str:
        """The text's name in JSON."""
        return _key(self.section)

    @property
    def told(self) -> tuple[Sentence, ...]:
        """The paragraphs."""
        return self.paragraphs or (fact(f"{self.section}.text"),)


@dataclass(frozen=True)
class StudyPicture:
    """Something to be drawn, as a tree or a map: ``shown`` is what, and ``notes`` say what is to be seen in it."""

    section: str
    shown: Any
    notes: tuple[Sentence, ...] = ()
    title: Sentence | None = None

    @property
    def key(self) -> str:
        """The picture's name in JSON."""
        return _key(self.section)


PagePart: TypeAlias = Text | StudyTable | StudyPicture


def _key(section: str) -> str:
    return section.partition(".")[2]


def title_of(part: PagePart) -> Sentence:
    """The title of a part."""
    values = part.values if isinstance(part, StudyTable) else {}
    return part.title or fact(f"{part.section}.title", **values)


@dataclass(frozen=True)
class Study:
    """What a topic says of a question."""

    question: StudyQuestion
    """What was asked."""
    title: Sentence
    """What stands above it."""
    parts: tuple[PagePart, ...]
    """Texts, tables and pictures, in their order."""
    sources: tuple[Sentence, ...]
    """Whose figures they are."""
    final: bool = True
    """Whether nothing more comes."""
    nodes: int = 0
    """How many positions were looked at, 0 where nothing is searched."""
    data: Any = field(default=None, compare=False)
    """What a screen of the topic's own draws, beside the parts that every screen can show."""
    learned: tuple[Analysis, ...] = field(default=(), compare=False)
    """What is worth to be kept for the next question."""

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
        """The same, with more to come."""
        return replace(self, final=False)


def won_letter(wins: int | bool) -> Fact:
    """The letter for a position that who is to move wins or loses."""
    return fact("study.won") if wins else fact("study.lost")


def joined(pieces: Sequence[object], between: str = "") -> Phrase:
    """Some pieces as one text, in which each phrase is translated by itself."""
    values = {f"piece{at}": piece for at, piece in enumerate(pieces)}
    return Phrase(between.join(f"{{{name}}}" for name in values), values)


def as_read(position: Position) -> Phrase:
    """The text of a position, in which who moves has their name in the reader's language."""
    body, space, name = position.text.rpartition(" ")
    return joined((body, space, phrase(name) if name in position.game.players else name))


def called(game: Game) -> tuple[Phrase, Phrase]:
    """What both players are called: a mark that is the same everywhere, or a word, as the 1st of the heaps."""
    first, second = game.players
    return Phrase(first), Phrase(second)


def short(number: int) -> Figures:
    """As :func:`figure`, of a very large number only the first and the last figures."""
    text = str(number)
    return figure(number) if len(text) <= LONG else Figures(f"{text[:6]}…{text[-6:]}")


@dataclass(frozen=True)
class Topic:
    """Something that can be studied."""

    name: str
    """What it is called on the command line."""
    usage: str
    """Its arguments, as ``[GAME]``."""
    study: Callable[[StudyQuestion], Iterator[Study]]
    """Answers a question, raising CoreError where it cannot."""
    about: Callable[[Position], StudyQuestion | None] = lambda position: None
    """The question that it answers of a position; None where it has nothing to say."""
    practised: Callable[[Study, Practice], Study] | None = None
    """Adds to an answer what came of the exercises in it."""
    wants: Callable[[], Iterable[Position]] = tuple
    """The positions of which it is worth to keep what is found out."""
    usual: str = "tictactoe"
    """The game, or one of the games, that it is about where none is named."""
    tells: Callable[[StudyQuestion, Study | None], Iterable[str]] | None = None
    """The ids of all games whose positions an answer values, as far as the question and the answer, if there is one, show
    them; None if it is the game that is named."""
    patience: float = math.inf
    """Seconds after which who wants one answer takes what is there: a topic that has always more to find sets them."""

    @property
    def title(self) -> Fact:
        """What it is called on the screen."""
        return fact(f"{self.name}.topic.title")

    @property
    def summary(self) -> Fact:
        """What is to be seen there, in a sentence."""
        return fact(f"{self.name}.topic.summary")
