"""The front in lines: it hears what the reader says, opens games, and leaves in good order."""

from __future__ import annotations

import asyncio
import re
import shutil
import signal
import sys
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from core import games
from core.analysis import Analysis
from core.errors import CoreError, StoreBroken
from core.game import Game
from core.play import actions
from core.play.match import Match
from core.play.seats import Setup, against, built_in, gathered, opponent_of, programs
from core.players.opponents import DEFAULT
from core.protocols.peer import lines_of
from tui.game.analyst import Analyst
from tui.game.home_game import HomeGame
from tui.household import own_files
from tui.household.household import Household
from tui.household.preferences import Preferences
from tui.household.settings_file import folders
from tui.household.surroundings import Surroundings
from tui.plain.aloud import aloud, joined, pairing
from tui.plain.boards import board
from tui.plain.boards import moves as moves_of
from tui.plain.desk import REPORT_SECONDS, Desk
from tui.plain.input_lines import InputLines
from tui.plain.long_answer import LongAnswer
from tui.plain.open_lesson import OpenLesson
from tui.plain.rows_columns import row_or_column
from tui.plain.score_sheet import score_sheet
from tui.plain.table import PlainGame
from tui.plain.vocabulary import WORDS, Refusal, TypedMove, TypedWord, number_in, understand, word_for, word_of
from tui.rules import page
from tui.text import words
from tui.text.catalogue import _, name_keys, ngettext, say
from tui.text.kept import going_on, left_at, name_of
from tui.text.seats import player_name, so_far
from tui.text.wrap import wrapped

if TYPE_CHECKING:
    from core.store.store import Stored

TABLE_WORDS: Mapping[str, Callable[[PlainGame], None]] = {
    "board": PlainGame.board,
    "clock": PlainGame.clock,
    "draw": PlainGame.draw,
    "hint": PlainGame.hint,
    "now": lambda table: table.source.do(actions.Command.MOVE_NOW),
    "redo": lambda table: table.do(actions.Command.REDO),
    "resign": PlainGame.resign,
    "save": PlainGame.save,
    "theory": PlainGame.theory,
    "undo": lambda table: table.do(actions.Command.UNDO),
    "why": PlainGame.why,
}
"""The words that the game at the table does alone."""


class LineMode:
    """The hall in lines. ``lines`` are what the reader says, ``write`` gets each sentence."""

    def __init__(self, surroundings: Surroundings, lines: Iterable[str], write: Callable[[str], None]) -> None:
        self._write = write
        data, config = folders(surroundings.home)
        self._preferences = Preferences(config, self._complain)
        self._changed = asyncio.Event()
        self._failure: BaseException | None = None
        self._lines = InputLines(lines, self._changed.set)
        loop = asyncio.get_running_loop()
        loop.set_exception_handler(self._fail)
        self._household = Household(data, self._preferences, self._complain)
        self._analyst = Analyst(self._hear_analyst, self._hear_trouble, REPORT_SECONDS, self._household.worker)
        self._table: PlainGame | None = None
        self._setup = against(self._preferences.settings.opponent)
        self._greeted = False
        self._desk = Desk(self._household, self._out, self._changed.set, LongAnswer(self._out))
        self._lesson = OpenLesson(self._desk, lambda: self._table.state if self._table else None)

    async def run(self, game: Game | None, setup: Setup, match: Match | None) -> None:
        """Say and hear until the end: in a game as it is set up, or in a match, or at first in none. Raises what has
        gone wrong beside the game, such as that nobody hears any more."""
        name_keys(word_for)
        if self._preferences.broken:
            self._complain(self._preferences.broken)
        try:
            if match and not game:
                self._go_on(match)
            elif game:
                self._begin(game, setup, match)
            else:
                await self._welcome()
            await self._converse()
            await self._leave()
        finally:
            await self._close()
        if self._failure:
            raise self._failure

    def interrupt(self, leave: bool = False) -> None:
        """The reader waits no longer for what is looked for. If that is nothing, or to ``leave`` at once, the end comes."""
        if leave or not self._lesson.halt():
            self._lines.end()

    async def _converse(self) -> None:
        """Take one line after the other, each once what came before it is done."""
        waiting = self._lines.waiting
        while not self._failure:
            await self._until(lambda: self._rests or bool(waiting and self._hurries(waiting[0])))
            if self._rests and not (waiting and waiting[0] is None):
                self._prompt()
            await self._until(lambda: bool(waiting))
            if self._failure or not (self._rests or self._hurries(waiting[0])):
                continue
            line = waiting.popleft()
            if line is None or not await self._take(line.strip()):
                return

    async def _until(self, condition: Callable[[], bool]) -> None:
        while not condition() and not self._failure:
            self._changed.clear()
            await self._changed.wait()

    @property
    def _rests(self) -> bool:
        return self._lesson.rests and (self._table is None or self._table.rests)

    def _hurries(self, line: str | None) -> bool:
        """Whether a line does not wait until the other side has moved."""
        if line is None:  # what a pipe has asked for last is still told
            return self._lines.ended or (self._lesson.rests and not (self._table and self._table.asks))
        word = word_of(line.strip())
        if word == "stop":
            return not self._lesson.rests
        return word == "quit" or (word == "now" and self._table is not None and self._table.thinks)

    def _prompt(self) -> None:
        if self._lesson.position:
            return  # the lesson has asked
        if self._table:
            self._table.prompt()
        elif not self._greeted:
            self._greeted = True
            self._out(_("Which game? Say new and its number or id, games for the list, or help for all words."))

    def _out(self, text: str) -> None:
        try:
            self._write(aloud(text))
        except OSError as error:
            self._failure = self._failure or error
            self._changed.set()

    def _complain(self, error: CoreError) -> None:
        self._out(say(error))

    def _fail(self, loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        """What has gone wrong in a call of the loop ends the program, as everywhere else."""
        error = context.get("exception")
        if isinstance(error, Exception):
            self._failure = self._failure or error
            self._changed.set()
        else:
            loop.default_exception_handler(context)

    # What a line does.

    async def _take(self, line: str) -> bool:
        """Do what a line says; False where that was to leave."""
        if not line:
            return True
        table = self._table
        meaning = understand(line, self._lesson.here)
        match meaning:
            case TypedMove(move) if self._lesson.position:
                self._lesson.play(move)
            case TypedMove(move) if table:
                table.play(move)
            case Refusal() as refusal:
                self._wrong(line, refusal)
            case TypedWord(word, rest):
                return await self._do(word, rest)
        return True

    def _wrong(self, line: str, refusal: Refusal) -> None:
        """Say what is wrong with a line, unless it names a game where none is open."""
        try:
            if self._table:
                raise refusal
            game = self._find(line)
        except CoreError:
            self._complain(refusal)
        else:
            self._begin(game, self._setup.fitting(game))

    async def _do(self, word: str, rest: str) -> bool:
        """Do what a word says; False for the one that leaves."""
        table, position = self._table, self._lesson.here
        match word:
            case "quit":
                return False
            case "help":
                for known in WORDS.values():
                    self._out(f"{say(known.label)}: {say(known.help)}")
                self._out(_("Write a move as the rules show."))
            case "games":
                await self._games()
            case "new":
                await self._lesson.close()
                await self._new(rest)
            case "continue":
                await self._continue(rest)
            case _ if self._lesson.takes(word):
                await self._lesson.do(word, rest)
            case "rules" if position:
                self._rules(position.game)
            case "row" | "column" if position:
                self._out(row_or_column(position, word, rest))
            case "legal" if position:
                self._out(moves_of(position) if position.moves else _("The game is over; no move can be made."))
            case "board" if position and self._lesson.position:
                self._out(joined(*board(position)))
            case _ if table is None:
                self._out(_("No game is open; say new and the number or the id of a game."))
            case "setup":
                self._remember(table.setup(rest))
                if table.due and not table.state.match.moves:
                    await self._open(table.state.match.game, table.due)
            case "moves":
                account = self._lesson.account(table.state.match) or self._analyst.account(table.state)
                self._desk.answer.say(score_sheet(table.state, account, rest))
            case "values":
                table.values(rest)
            case "teacher":
                self._preferences.change(teacher=not self._preferences.settings.teacher)
                table.teaches = self._preferences.settings.teacher
                self._out(words.teacher_words(table.teaches))
            case _:
                TABLE_WORDS[word](table)
        return True

    def _remember(self, setup: Setup | None) -> None:
        """Offer the same opponent the next time."""
        opponent = opponent_of(setup.seats) if setup else None
        if opponent:
            self._preferences.change(opponent=opponent)

    def _rules(self, game: Game) -> None:
        self._out(words.about(game))
        for paragraph in page(game).split("\n\n"):
            if not paragraph.startswith("```"):  # nobody hears a picture
                said = re.sub(r"\\(\W)|[*`]", r"\1", paragraph)
                self._out(" ".join(part.lstrip("#-> ") for part in said.splitlines()))

    # Games.

    async def _welcome(self) -> None:
        self._out(_("triqui in lines of text. Say help for the words, quit to leave."))
        kept = await self._kept()
        if kept:
            text = _("Say continue to go on with {game}{where}.")
            self._out(text.format(game=name_of(kept[0].game), where=left_at(kept[0])))

    async def _kept(self) -> list[Stored]:
        """The games that can be continued, newest first, beside the one that is open; none where they cannot be read, which
        is said."""
        open_id = self._table.state.match.id if self._table else ""
        try:
            return [kept for kept in await self._desk.ask(going_on) if kept.id != open_id]
        except StoreBroken as error:
            self._complain(error)
            return []

    async def _games(self) -> None:
        for number, game in enumerate(games.presets(), 1):
            self._out(f"{number}. {words.name(game)}: {game.id}")
        self._out(_("Say new and a number or an id; other sizes have ids too, such as mnk:5,5,4."))
        kept = await self._kept()
        for number, one in enumerate(kept, 1):
            self._out(f"{_('continue')} {number}: {name_of(one.game)}{left_at(one)}, {pairing(one.players)}.")

    def _find(self, text: str) -> Game:
        """The game of a number of the list, an id or a name. Raises CoreError."""
        listed, number = games.presets(), number_in(text)
        if number and number <= len(listed):
            return listed[number - 1]
        named = next((game for game in listed if words.name(game).casefold() == text.casefold()), None)
        return named or own_files.named(text, self._household.data)

    async def _new(self, text: str) -> None:
        table = self._table
        if not text:
            if table and table.due:
                await self._open(table.state.match.game, table.due)
            elif table:
                self._keep_going(table)
                table.do(actions.Command.NEW)
            else:
                self._out(_("Which game? Say new and its number or id, games for the list, or help for all words."))
            return
        try:
            game = self._find(text)
        except CoreError as error:
            self._complain(error)
            return
        setup = (table.due or table.state.course.setup) if table else self._setup
        await self._open(game, setup.fitting(game))

    async def _open(self, game: Game, setup: Setup) -> None:
        """Open another game in the place of this one."""
        if self._table:
            self._keep_going(self._table)
        await self._rise()
        self._begin(game, setup)

    def _keep_going(self, table: PlainGame) -> None:
        if table.state.match.moves and not table.state.match.outcome:
            self._out(_("The unfinished game is saved; say continue to go on with it."))

    async def _continue(self, text: str) -> None:
        number, kept = number_in(text or "1"), await self._kept()
        if not kept:
            self._out(_("There is no unfinished game."))
            return
        if number is None or not 0 < number <= len(kept):
            self._out(
                ngettext("There is {number} game to continue.", "There are {number} games to continue.", len(kept))
            )
            return
        chosen = kept[number - 1]
        await self._rise()
        try:
            match = chosen.match
        except CoreError as error:
            self._complain(error)
            return
        self._household.keeper.continuing(chosen)
        self._go_on(match)

    def _go_on(self, match: Match) -> None:
        """Go on with a match, which starts no program."""
        match = match.seated(gathered)
        strangers = programs((*match.players, *(match.series.players if match.series else ())))
        if strangers:
            instead = _("This game was played by an external program: {programs}. {player} plays instead.")
            self._out(instead.format(programs=", ".join(strangers), player=player_name(DEFAULT, full=True)))
            match = match.seated(built_in)
        try:
            self._begin(match.game, Setup.of(match), match)
        except CoreError as error:
            self._complain(error)

    def _begin(self, game: Game, setup: Setup, match: Match | None = None) -> None:
        """Open a game. Raises CoreError where nobody can play for a seat."""
        source = HomeGame(
            self._household.keeper,
            self._household.worker,
            REPORT_SECONDS,
            game,
            setup,
            match,
            cap=self._preferences.settings.move_seconds,
        )
        engine = self._preferences.settings.engine_of(game.id) or None
        self._table = PlainGame(source, self._analyst, engine, self._out, self._changed.set)
        self._table.teaches = self._preferences.settings.teacher
        self._table.begin()

    def _hear_analyst(self, analysis: Analysis) -> None:
        if self._table:
            self._table.known(analysis)

    def _hear_trouble(self, error: CoreError) -> None:
        if self._table:
            self._table.trouble(error)

    # Leaving.

    async def _rise(self) -> None:
        """Leave the lesson, and the table, once all is kept."""
        await self._lesson.close()
        table = self._table
        if table:
            self._analyst.rest()
            table.source.do(actions.Command.LEAVE)
            await self._until(lambda: table.left)
            if stands := so_far(table.state.match.standing):
                self._out(stands)
            self._setup = table.state.course.setup
            self._table = None
            await table.source.close()

    async def _leave(self) -> None:
        """Leave the hall, and say whether something is kept to go on with."""
        table = self._table
        await self._rise()
        if table and table.unsaved:
            self._out(_("The last move could not be saved."))
        elif table and table.state.match.moves and not table.state.match.outcome:
            self._out(_("The game is saved; say continue to go on with it next time."))
        else:
            self._out(_("Goodbye."))

    async def _close(self) -> None:
        await self._lesson.close()
        if self._table:
            await self._table.source.close()
        await self._analyst.close()
        await self._household.close()


def run(
    game: Game | None,
    setup: Setup,
    match: Match | None,
    surroundings: Surroundings,
) -> None:
    """Play in lines, from stdin to stdout, until the reader leaves or the input ends."""
    width = shutil.get_terminal_size().columns - 1 if sys.stdout.isatty() else 0

    def write(text: str) -> None:
        print("\n".join(wrapped(text, width)) if width > 0 else text, flush=True)

    async def serve() -> None:
        front = LineMode(surroundings, lines_of(sys.stdin.fileno()), write)
        for name, leave in (("SIGINT", False), ("SIGTERM", True), ("SIGHUP", True)):
            with suppress(NotImplementedError, AttributeError):  # Windows
                asyncio.get_running_loop().add_signal_handler(getattr(signal, name), front.interrupt, leave)
        await front.run(game, setup, match)

    asyncio.run(serve())
