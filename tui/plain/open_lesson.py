"""The lesson that is open in the line mode: which words open one, and how the reader leaves."""

from __future__ import annotations

from collections.abc import Callable

from core.errors import CoreError, StoreBroken, quoted
from core.game import Move
from core.play.match import Match
from core.play.source import Snapshot
from core.position import Position
from core.review.account import Account
from core.store.store import Stored
from core.study.exercises import daily
from core.study.exercises.puzzles import ANSWERS
from core.study.study import StudyQuestion
from tui.household import own_files
from tui.plain.aloud import joined, pairing
from tui.plain.boards import board
from tui.plain.daily_lesson import DailyLesson
from tui.plain.desk import Desk
from tui.plain.learn_lesson import LearnLesson, topic_named, topics
from tui.plain.lesson import Lesson
from tui.plain.retry_lesson import RetryLesson
from tui.plain.review_lesson import ReviewLesson
from tui.plain.reviewed_game import GameLesson, ReviewedGame
from tui.plain.vocabulary import number_in
from tui.text import words
from tui.text.catalogue import _, ngettext
from tui.text.kept import name_of

WORDS = ("review", "retry", "learn", "daily", "next", "back", "more", "stop")
"""The words that are for lessons alone."""
GAME_WORDS = (
    *("setup", "moves", "values", "theory", "why", "now", "undo", "redo", "save", "resign", "draw", "clock", "hint"),
)
"""The words for the game at the table. While moves are tried in a lesson, they are for the lesson or wait."""
MAX_LISTED = 10
"""Maximum number of games that are offered for a review."""


class OpenLesson:
    """Opens one lesson at a time. ``table`` gives the game at the table, if there is one."""

    def __init__(self, desk: Desk, table: Callable[[], Snapshot | None]) -> None:
        self._desk = desk
        self._table = table
        self._lesson: Lesson | None = None
        self._judged: ReviewedGame | None = None
        """The game of the last review or retry, which may be closed."""

    @property
    def position(self) -> Position | None:
        """The position in which moves are tried, None where they are made at the table."""
        return self._lesson.position if self._lesson else None

    @property
    def here(self) -> Position | None:
        """The position that lines are about: that of a lesson, or else the one at the table."""
        table = self._table()
        return self.position or (table.match.position if table else None)

    @property
    def rests(self) -> bool:
        """Whether the reader waits for nothing."""
        return self._lesson is None or self._lesson.rests

    def account(self, match: Match) -> Account | None:
        """What the last review has found of a game, None if it was of another."""
        return self._judged.reviewer.account if self._judged and self._judged.state.match == match else None

    def takes(self, word: str) -> bool:
        """Whether a word is for a lesson now."""
        return word in WORDS or (self.position is not None and word in GAME_WORDS)

    def play(self, move: Move) -> None:
        """Try a move."""
        assert self._lesson, "it has a position"
        self._lesson.play(move)

    def halt(self) -> bool:
        """Let the reader wait no longer; False if there is nothing to halt."""
        if self._lesson is None or self._lesson.rests:
            return False
        self._lesson.halt()
        return True

    async def close(self) -> None:
        """Leave the lesson, if one is open."""
        self._desk.answer.say(())
        lesson, self._lesson = self._lesson, None
        if lesson:
            await lesson.close()

    async def do(self, word: str, rest: str) -> None:
        """Do what a word says."""
        lesson = self._lesson
        match word:
            case "review" | "retry":
                await self._judge(word, rest)
            case "learn":
                await self._learn(rest)
            case "daily":
                await self._daily(rest)
            case "stop":
                await self._stop()
            case "more" if self._desk.answer.more():
                pass
            case _ if lesson and word in lesson.words:
                await lesson.do(word)
            case "more":
                self._desk.out(_("There is no more to read."))
            case "next" | "back":
                self._desk.out(_("Nothing is open; say review, retry or learn first."))
            case _:
                self._desk.out(_("Say stop to leave this exercise first; then the game at the table goes on."))

    async def _stop(self) -> None:
        if self.halt():
            return
        lesson, table = self._lesson, self._table()
        if lesson is None:
            self._desk.out(_("There is nothing to stop; say quit to leave."))
            return
        if said := lesson.end():
            self._desk.out(said)
        await self.close()
        if table and not table.match.outcome:
            back = _("Back to the game: {game}.").format(game=words.name(table.match.game))
            self._desk.out(joined(back, *board(table.match.position)))
        else:
            self._desk.out(_("Closed."))

    async def _open(self, lesson: Lesson) -> None:
        await self.close()
        self._lesson = lesson

    # Reviews.

    @property
    def _game(self) -> ReviewedGame | None:
        """The game of the review or the retry that is open."""
        return self._lesson.game if isinstance(self._lesson, GameLesson) else None

    async def _judge(self, word: str, rest: str) -> None:
        """Review a game, or retry its mistakes: the one of a number, or else the one at the table or of the open lesson."""
        state = await self._finished(word, rest)
        if state is None:
            return
        if not state.match.moves:
            self._desk.out(_("No move was made in this game, so there is nothing to review."))
            return
        game = self._game
        known = game is not None and game.state.match == state.match
        if game is None or not known:
            await self.close()
            game = ReviewedGame(self._desk, state)
        self._judged = game
        lesson = self._lesson = ReviewLesson(self._desk, game) if word == "review" else RetryLesson(self._desk, game)
        if known and word == "retry":  # with what its review has found, also if that was stopped
            lesson.begin()
        else:
            await game.begin(lesson.begin)

    async def _finished(self, word: str, rest: str) -> Snapshot | None:
        """The finished game to review; None if there is none, which is said."""
        table = self._table()
        if not rest and table and table.match.outcome:
            return table
        if not rest and self._game:
            return self._game.state
        if not rest and table:
            self._desk.out(_("The game at the table is not over; you can review it when it is."))
        try:
            finished = await self._desk.ask(lambda store: store.finished(limit=None if rest else MAX_LISTED))
        except StoreBroken as error:
            self._desk.warn(error)
            return None
        if not finished:
            self._desk.out(_("There is no finished game yet."))
            return None
        if not rest and (table or word == "review"):
            self._desk.answer.say([_offered(word, number, stored) for number, stored in enumerate(finished, 1)])
            return None
        number = number_in(rest or "1")
        if number is None or not 0 < number <= len(finished):
            count = len(finished)
            self._desk.out(ngettext("There is {number} game to review.", "There are {number} games to review.", count))
            return None
        try:
            return Snapshot.of(finished[number - 1].match)
        except CoreError as error:
            self._desk.warn(error)
            return None

    # Studies.

    async def _learn(self, rest: str) -> None:
        """Read a topic, or the list of topics."""
        if not rest:
            self._desk.answer.say(topics())
            return
        name, *arguments = rest.split()
        topic = topic_named(rest)
        if topic:
            arguments = []
        else:
            topic = topic_named(name)
        if topic is None:
            text = _("There is no topic {text}; say learn for the list.")
            self._desk.out(text.format(text=quoted(rest)))
            return
        try:
            question = StudyQuestion(topic, own_files.words(tuple(arguments), self._desk.household.data))
        except CoreError as error:
            self._desk.warn(error)
            return
        lesson = LearnLesson(self._desk)
        await self._open(lesson)
        await lesson.begin(question)

    async def _daily(self, rest: str) -> None:
        """Ask the puzzle of a day."""
        question = StudyQuestion(daily.TOPIC.name, tuple(word for word in rest.split() if word != ANSWERS))
        try:
            lesson = DailyLesson(self._desk, question)
        except CoreError as error:
            self._desk.warn(error)
            return
        await self._open(lesson)
        await lesson.begin()


def _offered(word: str, number: int, stored: Stored) -> str:
    """A finished game in the list."""
    moves = ngettext("{number} move", "{number} moves", len(stored.document["moves"]))
    return f"{_(word)} {number}: {name_of(stored.game)}, {pairing(stored.players)}, {moves}."
