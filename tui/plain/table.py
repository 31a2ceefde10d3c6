"""Table: one game in lines. It says what happens at the source and what is known of the position, and does what words ask."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from core.analysis import Analysis, Limit
from core.errors import CoreError
from core.explain import notes, why
from core.game import PLAYERS, Move, Remark
from core.phrase import Phrase
from core.play import actions, events
from core.play.actions import Action
from core.play.coach import HintLadder, Teacher
from core.play.events import Event
from core.play.seats import Setup, person
from core.play.source import Snapshot
from core.players.opponents import HUMAN, ME
from core.position import Position, other
from tui.game.analyst import Analyst
from tui.game.home_game import HomeGame
from tui.plain import setup_words
from tui.plain.aloud import aloud, joined, name_of, value, values
from tui.plain.boards import board
from tui.plain.vocabulary import folded
from tui.text import words
from tui.text.catalogue import _, figures, ngettext, rendered, say
from tui.text.clocks import time_words
from tui.text.seats import player_names

THINKING = Limit(seconds=5.0)
"""How long an engine looks at a position of which somebody asks what it is worth."""
LONG_SECONDS = 2.0
"""An opponent that thinks longer than this is said to think."""


class PlainGame:
    """A game at home. ``out`` says a sentence; ``changed`` is called when there may be something to go on with."""

    def __init__(
        self,
        source: HomeGame,
        analyst: Analyst,
        engine: str | None,
        out: Callable[[str], None],
        changed: Callable[[], None],
    ) -> None:
        self.source = source
        self.analyst = analyst
        self.left = False
        """Whether nobody is asked any more and all is kept."""
        self.unsaved = False
        """Whether the last ply could not be kept."""
        self.due: Setup | None = None
        """How the next game is set up, None where as this one."""
        self.teaches = False
        """Whether a losing move is asked about before it is made."""
        self._teacher = Teacher()
        self._engine = engine
        self._out, self._changed = out, changed
        self._doing = 0  # actions of which nothing has come yet
        self._asking: Callable[[Analysis | None], None] | None = None
        self._asked: Position | None = None
        self._ladder = HintLadder()
        self._reason: Phrase | None = None
        self._said_thinking = False
        self._prompted = self._warned = False
        source.listen(self._hear)

    @property
    def state(self) -> Snapshot:
        """The game as it stands."""
        return self.source.state

    @property
    def rests(self) -> bool:
        """Whether nothing is on its way that a player has to wait for: where no person plays, that is always so."""
        state = self.state
        judged = state.course.offer is not None and state.match.players[other(state.course.offer)] != HUMAN
        if self._doing or self._asking or judged:
            return False
        return state.course.opponent is None or state.failed or HUMAN not in state.match.players

    @property
    def thinks(self) -> bool:
        """Whether an engine is to move, or has failed to."""
        return not self._doing and self.state.course.opponent is not None

    @property
    def asks(self) -> bool:
        """Whether an engine looks at the position for the person at the table."""
        return self._asking is not None

    def begin(self) -> None:
        """Say what is played, and let it begin."""
        if self.state.match.moves and not self.state.match.outcome:
            self._doing += 1  # it is kept first, and then told
        elif ME not in self.state.match.players:  # else it is said once it is known how strong that is
            self._introduce()
        self.source.begin()

    def prompt(self) -> None:
        """Say who is to move, once for each turn."""
        if not self._prompted:
            self._prompted = True
            self._out(self._turn())

    def _turn(self) -> str:
        state = self.state
        if state.match.outcome:
            return _("The game is over; say new for the next one, or undo to take back the last move.")
        player = name_of(state.match.position, state.match.position.turn)
        if state.failed:
            text = _(
                "{player} does not answer; say now to ask again, setup {player} best:2 for another player, or "
                "undo to take back."
            )
            return text.format(player=player)
        if state.course.opponent:
            return _("The engines play; say board for the position.")
        text = _("Your move, {player}.") if person(state.match.players) is not None else _("{player} to move.")
        said = text.format(player=player)
        return f"{said} {self._time()}" if state.match.clock else said

    def _time(self) -> str:
        """How much time the side to move has left; empty where there is no clock."""
        clock, turn = self.state.match.clock, self.state.match.position.turn
        return _("Time left: {time}.").format(time=time_words(clock.shown[turn])) if clock else ""

    # What happens.

    def _hear(self, state: Snapshot, told: tuple[Event, ...]) -> None:
        if told:
            self._doing = max(0, self._doing - 1)
            self._said_thinking = False
        for event in told:
            self._tell(state, event)
        thinking = state.thinking
        long = thinking is not None and thinking.analysis is not None and thinking.analysis.seconds > LONG_SECONDS
        if thinking and long and not self._said_thinking:
            self._said_thinking = True
            text = _("{player} is thinking; say now to make it move at once.")
            self._out(text.format(player=name_of(state.match.position, thinking.seat)))
        self._warn(state)
        self._changed()

    def _warn(self, state: Snapshot) -> None:
        """Tell a person on turn, once, that little time is left."""
        turn = state.match.position.turn
        if not self._warned and state.match.clock and state.match.clock.low(turn) and turn in self.source.mine:
            self._warned = True
            left = state.match.clock.shown[turn]
            self._out(ngettext("{number} second left.", "{number} seconds left.", left))

    def _tell(self, state: Snapshot, event: Event) -> None:
        match event:
            case events.Moved(ply, reason):
                self._turn_begins()
                self._reason = reason
                self.unsaved = False
                player = name_of(state.match.positions[ply - 1], state.match.positions[ply - 1].turn)
                forced = state.match.remark(ply) is Remark.FORCED
                text = (
                    _("Time is up: {player} plays {move}, chosen at random.") if forced else _("{player} plays {move}.")
                )
                self._out(text.format(player=player, move=state.match.names[ply - 1]))
                if state.match.repetitions > 1 and not state.match.outcome:
                    self._out(_("The position has come up {count} times.").format(count=state.match.repetitions))
            case events.DrawOffered(seat):
                answers = other(seat) in self.source.mine
                text = (
                    _("{player} offers a draw; say draw to accept it, or make a move to go on.")
                    if answers
                    else _("{player} offers a draw.")
                )
                self._out(text.format(player=name_of(state.match.position, seat)))
            case events.DrawDeclined(seat, why_not):
                self._prompted = False
                text = _("{player} declines the draw. {reason}")
                self._out(text.format(player=name_of(state.match.position, seat), reason=say(why_not)))
            case events.Signal.TAKEN_BACK:
                self._turn_begins()
                self._out(_("Taken back.") + " " + self._last(state))
            case events.Signal.MADE_AGAIN:
                self._turn_begins()
                self._out(_("Redone.") + " " + self._last(state))
            case events.Ended():
                self._turn_begins()
                self._out(self._result(state))
            case events.Signal.NEW_GAME:
                self._turn_begins()
                self._introduce()
            case events.Signal.SERIES_OVER:
                first, second = self._points(state)
                self._out(_("The match is over, {first} to {second}.").format(first=first, second=second))
            case events.Signal.SEATED:
                self._prompted = False
                self._out(" ".join(setup_words.said(state.course.setup, state.match.game)))
            case events.Unsaved(error):
                self.unsaved = True
                self._out(say(error))
            case events.Failed(error):
                self._prompted = False
                self._out(say(error))
            case events.Forfeited(error) | events.Refused(error):
                self._out(say(error))
            case events.Signal.LEFT:
                self.left = True

    def _turn_begins(self) -> None:
        self._prompted = self._warned = False
        self._ladder, self._reason = HintLadder(), None

    def _introduce(self) -> None:
        state = self.state
        said = [f"{words.name(state.match.game)}."]
        if state.match.standing.length:
            text = _("Game {number} of {count}.")
            said.append(text.format(number=state.match.number, count=state.match.standing.length))
        said += setup_words.seats(state.match.players, state.match.game) + setup_words.limits(state.course.setup)
        if state.match.start is not None and not state.match.moves:
            said += board(state.match.position)
        if state.match.moves:
            said.append(self._last(state))
        if introduced := state.course.setup.introduced(state.match.players):
            said.append(say(introduced))
        self._out(" ".join(said))

    @staticmethod
    def _last(state: Snapshot) -> str:
        """How many moves were made, and the last of them."""
        if not state.match.moves:
            return _("Nobody has moved.")
        player = name_of(state.match.position, state.match.positions[-2].turn)
        count = ngettext("{number} move made, the last", "{number} moves made, the last", len(state.match.moves))
        return f"{count}: {player} {state.match.names[-1]}."

    @staticmethod
    def _points(state: Snapshot) -> tuple[str, str]:
        first, second = (figures(f"{state.match.standing.tally(player).points:g}") for player in (0, 1))
        return first, second

    def _result(self, state: Snapshot) -> str:
        assert state.match.outcome
        said = words.result(state.match.game, state.match.outcome, person(state.match.players))
        if state.match.standing.played < 2:
            return said
        names, points = player_names(state.match.standing.players), self._points(state)
        text = _("Score: {first} {first_points}, {second} {second_points}.")
        return f"{said} " + text.format(
            first=names[0], first_points=points[0], second=names[1], second_points=points[1]
        )

    # What is done.

    def do(self, action: Action) -> None:
        """Do something of which an event tells what has come."""
        self._doing += 1
        self.source.do(action)

    def play(self, move: Move) -> None:
        """Make a move."""
        if self.state.course.opponent:
            name = self.state.match.position.name(move)
            self._out(_("{move}: it is not your turn.").format(move=name))
        elif self.teaches:
            self._ask(lambda known: self._play_taught(known, move))
        else:
            self.do(actions.Play(move))

    def _play_taught(self, known: Analysis | None, move: Move) -> None:
        """Make a move unless the teacher asks about it first; where nothing is known, nothing speaks against it."""
        if self.state.match.position != self._asked:  # time was up meanwhile
            return
        asked = self._teacher.stop(known, move)
        if asked:
            self.source.do(actions.Command.CAUTION)
            self._out(f"{say(asked)} {_('To play it anyway, make it again.')}")
        else:
            self.do(actions.Play(move))

    def resign(self) -> None:
        """Give the game up for the one person, or for the one to move."""
        seat = person(self.state.match.players)
        self.do(actions.Resign(self.state.match.position.turn if seat is None else seat))

    def draw(self) -> None:
        """Offer a draw before one's own move, or take the one that the other side offers."""
        state, seat = self.state, person(self.state.match.players)
        if seat is None:
            seat = state.match.position.turn if state.course.offer is None else other(state.course.offer)
        self.do(actions.OfferDraw(seat))

    def hint(self) -> None:
        """Climb one rung of the ladder of hints."""
        if self.state.match.outcome:
            self._out(_("The game is over; there are no more hints."))
        elif self.state.course.opponent:
            self._out(_("It is not your turn; hints are for your own moves."))
        else:
            self._ask(self._give_hint)

    def _give_hint(self, known: Analysis | None) -> None:
        if known is None:
            return
        if not self._ladder.at_top:
            before = self.state.match.hints
            self.source.do(actions.Command.HINT)
            if self.state.match.hints == before:  # it was refused, and that was said
                return
        self._out(say(self._ladder.climb(known, self._before())))

    def values(self, which: str) -> None:
        """What the best moves are worth, or all, or the one that is named."""
        if self.state.match.outcome:
            self._out(_("The game is over; there are no more values."))
            return
        move: Move | None = None
        every = folded(which) in ("all", folded(_("all")))
        if which and not every:
            try:
                move = self.state.match.position.parse(which)
            except CoreError as error:
                self._out(say(error))
                return
        if not self.state.match.lesson:
            self.source.do(actions.Command.LESSON)
        self._ask(lambda known: self._give_values(known, every, move))

    def _give_values(self, known: Analysis | None, every: bool, move: Move | None) -> None:
        if known is None:
            return
        line = known.line(move) if move is not None else None
        if line:
            self._out(f"{value(known, line)}. {say(why(known.position, line, self._before()))}")
        elif move is not None:
            self._out(_("Nothing is known about {move} yet.").format(move=known.position.name(move)))
        else:
            told = self.analyst.account(self.state)
            if told.carried[-1]:
                sentence, sure = words.sentence(known.position, told.scores[-1], before=True)
                self._out(aloud(f"{sentence}, {sure}."))
            for text in values(known, every):
                self._out(text)

    def _before(self) -> Iterator[Analysis | None]:
        """What is known of the positions before this one, the latest first."""
        return map(self.analyst.known, reversed(self.state.match.positions[:-1]))

    def _ask(self, answer: Callable[[Analysis | None], None]) -> None:
        """Let an engine look at the position, and then answer; with None where it finds out nothing."""
        position = self.state.match.position
        self._asking, self._asked = answer, position
        known = self.analyst.known(position)
        if (known and known.final) or not self.analyst.ask(position, THINKING, self._engine):
            self._answer(known)

    def known(self, analysis: Analysis) -> None:
        """The analyst has more to say."""
        if analysis.final and analysis.position == self._asked:
            self._answer(analysis)

    def trouble(self, error: CoreError) -> None:
        """The analyst has nothing to say."""
        self._out(say(error))
        self._answer(None)

    def _answer(self, known: Analysis | None) -> None:
        answer, self._asking = self._asking, None
        if answer:
            answer(known if known and known.lines else None)
        self._changed()

    def theory(self) -> None:
        """What the theory of the game sees in the position."""
        found = notes(self.state.match.position)
        if found is None:
            self._out(_("The theory of this game has nothing to add to the values."))
            return
        self._out(f"{say(found.title)}:")
        for row in map(str, map(rendered, found.rows)):
            if row.strip(" -"):  # but for what is only drawn
                self._out(row)

    def why(self) -> None:
        """What the other side says of its last move."""
        self._out(say(self._reason) if self._reason else _("No reason was given for the last move."))

    def board(self) -> None:
        """Where everything stands, and who made the last move."""
        state = self.state
        called = state.match.position.game.known_as(state.match.position.state)
        name = _("Board {name}.").format(name=say(called)) if called else ""
        self._out(" ".join(filter(None, [name, *board(state.match.position), self._last(state), self._time()])))

    def setup(self, text: str) -> Setup | None:
        """Say how the game is set up, or change it: who plays and how strong at once, all else by ``due``, with which a game
        has to be opened anew: now if nobody has moved, else the next one. What the set-up is now, None where it is as it
        was."""
        state = self.state
        setup = self.due or state.course.setup
        if not text:
            for line in (*setup_words.said(setup, state.match.game), *setup_words.how(state.match.game)):
                self._out(line)
            return None
        try:
            changed, at_once = setup_words.change(text, setup, state.match.game)
        except CoreError as error:
            self._out(say(error))
            return None
        if not at_once or state.match.outcome:
            self.due = changed
            if state.match.moves:
                self._out(_("From the next game on:") + " " + " ".join(setup_words.said(changed, state.match.game)))
            return changed
        self.due = self.due and changed
        seats = [seat for seat in PLAYERS if changed.seats[seat] != setup.seats[seat]]
        for seat in seats:
            self.do(actions.Sit(seat, changed.seats[seat]))
        if not seats:
            self._out(" ".join(setup_words.said(changed, state.match.game)))
        return changed

    def clock(self) -> None:
        """How much time each side has left."""
        match, text = self.state.match, _("{player}: {time} left.")
        shown = zip(words.players(match.game), match.clock.shown, strict=True) if match.clock else ()
        times = [text.format(player=name, time=time_words(seconds)) for name, seconds in shown]
        self._out(joined(*times) or _("This game has no clock."))

    def save(self) -> None:
        """Say that the game is kept, as it is after every ply."""
        count = len(self.state.match.moves)
        if self.unsaved:
            self._out(_("The last move could not be saved; triqui tries again with the next one."))
        elif count:
            self._out(
                ngettext(
                    "Saved, {number} move; say continue to go on with it later.",
                    "Saved, {number} moves; say continue to go on with it later.",
                    count,
                )
            )
        else:
            self._out(_("Nobody has moved, so there is nothing to save yet."))
