"""The lessons of the line mode: which is open, what the words open, and how the reader leaves."""

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
from core.study.study import Study, StudyQuestion
from tui.household import own_files
from tui.plain import learning
from tui.plain.boards import board
from tui.plain.daily import DailyLesson
from tui.plain.learning import Inquiry, LearnLesson
from tui.plain.lesson import Desk, Lesson
from tui.plain.looking import GameLook, looked_up
from tui.plain.retrying import RetryLesson
from tui.plain.reviewing import ReviewLesson
from tui.text import words
from tui.text.catalogue import _, ngettext, say
from tui.text.kept import name_of
from tui.text.seats import player_names

WORDS = ("review", "retry", "learn", "daily", "next", "back", "more", "stop")
"""The words that are for lessons alone."""
GAME_WORDS = ("setup", "moves", "values", "theory", "why", "now", "undo", "redo", "save", "resign", "draw", "clock")
"""The words for the game at the table, which wait while moves are tried elsewhere."""
MAX_LISTED = 10
"""Number of games that are offered for a review."""


class OpenLesson:
    """Opens one lesson at a time. ``table`` gives the game at the table, if there is one."""

    def __init__(self, desk: Desk, table: Callable[[], Snapshot | None]) -> None:
        self._desk = desk
        self._table = table
        self._lesson: Lesson | None = None
        self._look: GameLook | None = None
        """The look at a game, which a review and a retry share."""
        self._judged: GameLook | None = None
        """The last one, also when it is closed."""
        self._inquiry: Inquiry | None = None
        """What looks for the puzzle of a day."""

    @property
    def position(self) -> Position | None:
        """The position in which moves are tried, None where they are made at the table."""
        return self._lesson.position if self._lesson else None

    @property
    def here(self) -> Position | None:
        """The position that lines are about: that of an exercise, or else the one at the table."""
        table = self._table()
        return self.position or (table.match.position if table else None)

    @property
    def rests(self) -> bool:
        """Whether the reader waits for nothing."""
        return (self._lesson is None or self._lesson.rests) and (self._inquiry is None or self._inquiry.rests)

    def account(self, match: Match) -> Account | None:
        """What the last look has found of a game, None if it was at another."""
        return self._judged.reviewer.account if self._judged and self._judged.state.match == match else None

    def takes(self, word: str) -> bool:
        """Whether a word is for a lesson now."""
        own = self._lesson is not None and word in self._lesson.words
        return word in WORDS or own or (self.position is not None and word in GAME_WORDS)

    def play(self, move: Move) -> None:
        """Try a move."""
        assert self._lesson, "it has a position"
        self._lesson.play(move)

    @property
    def searches(self) -> bool:
        """Whether the reader waits for something that can be halted."""
        return (self._lesson is not None and self._lesson.searches) or not (
            self._inquiry is None or self._inquiry.rests
        )

    def halt(self) -> bool:
        """Let the reader wait no longer; False if there is nothing to halt."""
        if not self.searches:
            return False
        if self._inquiry and not self._inquiry.rests:
            self._inquiry.halt()
        elif self._lesson:
            self._lesson.halt()
        return True

    async def close(self) -> None:
        """Leave the lesson, if one is open."""
        inquiry, lesson, look = self._inquiry, self._lesson, self._look
        self._inquiry = self._lesson = self._look = None
        for each in (inquiry, lesson, look):
            if each:
                await each.close()

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
            case "more" if self._desk.pages.more():
                pass
            case _ if lesson and word in lesson.words:
                await lesson.do(word)
            case "more":
                self._desk.out(_("There is no more to read."))
            case "next" | "back":
                self._desk.out(_("There is nothing to go through; review, retry or learn opens something."))
            case _:
                self._desk.out(_("Stop leaves this exercise first; then the game at the table goes on."))

    async def _stop(self) -> None:
        if self.halt():
            return
        lesson, table = self._lesson, self._table()
        if lesson is None:
            self._desk.out(_("There is nothing to stop; quit leaves."))
            return
        if said := lesson.end():
            self._desk.out(said)
        await self.close()
        if table and not table.match.outcome:
            back = _("Back to the game: {game}.").format(game=words.name(table.match.game))
            self._desk.out(" ".join([back, *board(table.match.position)]))
        else:
            self._desk.out(_("Closed."))

    # Reviews.

    async def _judge(self, word: str, rest: str) -> None:
        """Review the game that a number means, or try its mistakes again; without one that of the table,
        or of the last look."""
        state = await self._over(word, rest)
        if state is None:
            return
        if not state.match.moves:
            self._desk.out(_("In this game no move has been made, so there is nothing to review."))
            return
        look, self._look = self._look, None
        known = look is not None and look.state.match == state.match
        if look and not known:
            await look.close()
        await self.close()
        kept = look if look and known else GameLook(self._desk, state)
        self._look = self._judged = kept
        lesson = ReviewLesson(self._desk, kept) if word == "review" else RetryLesson(self._desk, kept)
        self._lesson = lesson
        if known and word == "retry":  # by what its review has found, also where that was stopped
            lesson.begin()
        else:
            await kept.begin(lesson.begin)

    async def _over(self, word: str, rest: str) -> Snapshot | None:
        """The game to look at, which is over; None if there is none, which is said."""
        table = self._table()
        if not rest and table and table.match.outcome:
            return table
        if not rest and self._look:
            return self._look.state
        if not rest and table:
            self._desk.out(_("The game at the table goes on; a game can be reviewed once it is over."))
        try:
            finished = await looked_up(
                self._desk.household.keeper, lambda store: store.finished(limit=None if rest else MAX_LISTED)
            )
        except StoreBroken as error:
            self._desk.out(say(error))
            return None
        if not finished:
            self._desk.out(_("There is no finished game yet."))
            return None
        number = int(rest) if rest.isascii() and rest.isdecimal() and len(rest) < 6 else 0
        if rest and not 0 < number <= len(finished):
            count = len(finished)
            self._desk.out(ngettext("There is {number} game to review.", "There are {number} games to review.", count))
            return None
        if not rest and (table or word == "review"):
            self._desk.pages.say([_one(word, number, kept) for number, kept in enumerate(finished, 1)])
            return None
        try:
            return Snapshot.of(finished[max(0, number - 1)].match)
        except CoreError as error:
            self._desk.out(say(error))
            return None

    # Studies.

    async def _learn(self, rest: str) -> None:
        """Read what a topic says, or which topics there are."""
        if not rest:
            self._desk.pages.say(learning.topics())
            return
        name, *given = rest.split()
        topic = learning.named(rest) or learning.named(name)
        if topic is None:
            self._desk.out(
                _("There is no topic {text}; learn lists them with their numbers.").format(text=quoted(rest))
            )
            return
        arguments = () if learning.named(rest) else tuple(given)
        try:
            question = StudyQuestion(topic, own_files.words(arguments, self._desk.household.data))
        except CoreError as error:
            self._desk.out(say(error))
            return
        await self.close()
        lesson = LearnLesson(self._desk)
        self._lesson = lesson
        await lesson.begin(question)

    async def _daily(self, rest: str) -> None:
        """Put the puzzle of a day."""
        question = StudyQuestion(daily.TOPIC.name, tuple(word for word in rest.split() if word != ANSWERS))
        try:
            daily.day_of(question)
        except CoreError as error:
            self._desk.out(say(error))
            return
        await self.close()
        inquiry = Inquiry(self._desk, self._put)
        self._inquiry = inquiry
        await inquiry.begin(question)

    def _put(self, study: Study | None) -> None:
        if study is None or not study.data:  # which was said
            return
        lesson = DailyLesson(self._desk, study.data[0], daily.day_of(study.question))
        self._lesson = lesson
        lesson.begin(say(study.title))


def _one(word: str, number: int, kept: Stored) -> str:
    """A finished game in the list."""
    first, second = player_names(kept.players, full=True)
    against = _("{first} against {second}").format(first=first, second=second)
    moves = ngettext("{number} move", "{number} moves", len(kept.document["moves"]))
    return f"{_(word)} {number}: {name_of(kept.game)}, {against}, {moves}."
