"""Course: a game under way as a value, and its rules as a function of an action.

:func:`take` gives the course after an action, and the events. It asks no engine, saves nothing and gets the time from
its caller; :mod:`core.play.session` and :mod:`core.hall.seated` do these things around it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from random import Random
from typing import Any, TypeAlias

from core.errors import CoreError
from core.game import PLAYERS, Game, Player, Reason, Remark
from core.phrase import Phrase, phrase
from core.play.actions import (
    Action,
    AfarCommand,
    AskUndo,
    Command,
    Conclude,
    CountTime,
    DeclineDraw,
    Forfeit,
    OfferDraw,
    Play,
    Prepare,
    Resign,
    Sit,
)
from core.play.events import (
    DrawDeclined,
    DrawOffered,
    Ended,
    Event,
    Failed,
    Forfeited,
    Moved,
    Signal,
    TimeUp,
    UndoAsked,
    UndoDeclined,
)
from core.play.match import Match
from core.play.seats import Setup, made_again, taken_back
from core.play.series import Series
from core.players.opponents import HUMAN, Opponent, Thinker, from_afar, parse
from core.position import Outcome, other


@dataclass(frozen=True)
class Course:
    """A game under way, with all that decides how it may go on.

    At one board a player offers a draw before a move of their own, and any move withdraws the offer. From ``afar`` a
    player offers it at any time, and the offer holds until the other side has moved."""

    match: Match
    """The game now."""
    setup: Setup
    """The set-up of the next game."""
    afar: bool = False
    """Whether the two play from afar."""
    max_offers: int | None = None
    """Maximum number of draws that each may offer in a game; None for no maximum."""
    offered: tuple[int, int] = (0, 0)
    """Draws offered in this game, by seat."""
    offer: Player | None = None
    """The seat that has offered a draw and has no answer yet."""
    declined: int | None = None
    """The ply at which a draw was last declined."""
    takeback: Player | None = None
    """The seat that has asked to take a move back and has no answer yet."""
    forfeit: CoreError | None = None
    """The error by which a program has lost this game."""

    @classmethod
    def begin(cls, game: Game, setup: Setup, random: Random, match: Match | None = None) -> Course:
        """The first game of a set-up, or a ``match`` to go on with. Raises CoreError if a seat names no player."""
        match = match or setup.begun(game, random)
        for text in match.players:
            parse(text)
        return cls(match if match.series else replace(match, series=setup.series(random)), setup)

    @cached_property
    def opponent(self) -> Opponent | None:
        """The engine to move; None if a person is to move or the game is over."""
        seat = self.match.players[self.match.position.turn]
        return None if self.match.outcome or from_afar(seat) is not None else parse(seat)


Taken: TypeAlias = tuple[Course, tuple[Event, ...]]
"""The course after an action, and the events."""


def take(course: Course, action: Action, now: float, random: Random) -> Taken:
    """Do an action at the time ``now``, in seconds.

    If the game has changed there are events, and the match is another object, which has to be saved. If something was
    only counted, the match is another object and there are no events. Actions that do not concern the game change
    nothing. ``random`` decides everything random except the id of a new game. Raises CoreError, with the reason, for an
    action that is not possible.
    """
    match = course.match
    match action:
        case Play(move, reason, remark):
            mover, played = match.position.turn, match.play(move, remark)
            clock = match.clock and match.clock.moved(mover, now)
            return _changed(course, replace(played, clock=clock), now, Moved(len(played.moves), reason))
        case CountTime(player):
            return _count_time(course, player, now, random)
        case Forfeit(error):
            return _changed(course, match.resign(match.position.turn), now, Forfeited(error), forfeit=error)
        case Resign(seat):
            return _changed(course, match.resign(seat), now)
        case Conclude(outcome):
            return _changed(course, match.conclude(outcome), now)
        case Command.UNDO:
            return _undo(course, now)
        case Command.REDO:
            again = made_again(match)
            if again is match:
                raise CoreError("There is nothing to redo.")
            return _changed(course, _with_time(again, now), now, Signal.MADE_AGAIN)
        case AskUndo(seat):
            return _ask_undo(course, seat, now)
        case AfarCommand.DECLINE_UNDO if course.takeback is not None:
            return replace(course, takeback=None), (UndoDeclined(other(course.takeback)),)
        case OfferDraw(seat):
            return _offer(course, seat, now)
        case DeclineDraw(reason) if course.offer is not None:
            return _decline(course, other(course.offer), reason)
        case Command.NEW:
            return _begin(course, course.setup.following(match.standing, random), course.setup)
        case Command.SWAP:
            return _begin(course, *course.setup.swapped(match))
        case Prepare(setup) if match.moves:
            return replace(course, setup=setup), (Signal.PREPARED,)
        case Prepare(setup):
            return _begin(course, setup.following(match.standing, random), setup)
        case Command.FLIP:
            return _flip(course, now)
        case Sit(seat, player):
            seated, setup = course.setup.sitting(match, seat, player)
            return _changed(course, _helped(seated), now, Signal.SEATED, setup=setup)
        case Command.HINT:
            if match.allowed is not None and match.hints >= match.allowed:
                raise CoreError(no_hints(match.allowed), count=match.allowed)
            return replace(course, match=replace(match, hints=match.hints + 1)), ()
        case Command.CAUTION:
            return replace(course, match=replace(match, cautions=match.cautions + 1)), ()
        case Command.LESSON:
            return replace(course, match=replace(match, lesson=True)), ()
        case Command.LEAVE:
            stopped = match if match.clock is None or match.outcome else _stopped(match, now)
            return replace(course, match=stopped), (Signal.LEFT,)
        case _:
            return course, ()


def _changed(course: Course, match: Match, now: float, *told: Event, **further: Any) -> Taken:
    """The course with another ``match``: its clock is stopped, and open questions are withdrawn."""
    if match.outcome and not course.match.outcome:
        told = (*told, Ended(match.outcome), *((Signal.SERIES_OVER,) if match.standing.over else ()))
    holds = course.afar and any(isinstance(event, Moved) for event in told) and course.offer == match.positions[-2].turn
    fields = {"offer": course.offer if holds else None, "takeback": None, "forfeit": None, **further}
    return replace(course, match=_stopped(match, now), **fields), told


def _stopped(match: Match, now: float) -> Match:
    return replace(match, clock=match.clock and match.clock.run(None, now))


def _with_time(match: Match, now: float) -> Match:
    """The match after moves were taken back or made again: each move has its whole time once more."""
    return replace(match, clock=match.clock and match.clock.run(None, now).anew())


def _helped(match: Match) -> Match:
    """The match in which players have changed: after the first move that counts as help."""
    return replace(match, lesson=match.lesson or bool(match.moves))


def _begin(course: Course, series: Series, setup: Setup) -> Taken:
    """Another game, from the same start."""
    match = setup.match(course.match.game, series, course.match.start)
    return Course(match, setup, course.afar, course.max_offers), (Signal.NEW_GAME,)


def _count_time(course: Course, player: Player | None, now: float, random: Random) -> Taken:
    """Let the time of a player run. Once it has run out the game is lost, or a random move is made for them."""
    match = course.match
    if match.clock is None:
        return course, ()
    clock = match.clock.run(player, now)
    match = replace(match, clock=clock)
    if player is None or not clock.out:
        return replace(course, match=match), ()
    if clock.control.loses:
        return _changed(course, match.conclude(Outcome(other(player), Reason.TIME)), now, TimeUp(player))
    moves = match.position.moves
    forced = match.play(moves[random.randrange(len(moves))], Remark.FORCED)
    moved = replace(forced, clock=clock.moved(player, now))
    return _changed(course, moved, now, TimeUp(player), Moved(len(moved.moves)))


def _undo(course: Course, now: float) -> Taken:
    """Go back to where the person is to move. If that takes back a loss by failing, the program has only failed."""
    match = course.match
    if match.clock and match.clock.control.total and match.outcome and match.outcome.reason is Reason.TIME:
        raise CoreError("Time ran out, and that cannot be taken back; start another game.")
    back = taken_back(match, course.opponent is not None)
    if back is match:
        raise CoreError("There is nothing to take back.")
    failed = [Failed(course.forfeit)] if course.forfeit else []
    return _changed(course, replace(_with_time(back, now), lesson=True), now, Signal.TAKEN_BACK, *failed)


def _ask_undo(course: Course, seat: Player, now: float) -> Taken:
    """Ask to take back one's own last move and what followed it, or agree to that of the other side."""
    match = course.match
    if match.clock:
        raise CoreError("You cannot take moves back in a game with a clock.")
    if course.takeback == seat:
        raise CoreError("You have already asked; wait for the answer.")
    asker = seat if course.takeback is None else course.takeback
    plies = [ply for ply in range(len(match.moves)) if match.positions[ply].turn == asker]
    if not plies:
        raise CoreError("You have not made a move that you could take back.")
    if asker == seat:
        return replace(course, takeback=seat), (UndoAsked(seat),)
    while len(match.moves) > plies[-1]:
        match = match.undo()
    return _changed(course, match, now, Signal.TAKEN_BACK)


def _offer(course: Course, seat: Player, now: float) -> Taken:
    """Offer a draw, or accept the offer of the other side. An engine that judges no positions declines at once."""
    match = course.match
    if match.players[seat] != HUMAN:
        raise CoreError("Only a person can offer a draw.")
    if match.outcome:
        raise CoreError("The game is over; you cannot offer a draw.")
    if course.offer == other(seat):
        return _changed(course, match.agree(), now)
    if course.offer == seat:
        raise CoreError("You have already offered a draw; wait for the answer.")
    if course.max_offers is not None and course.offered[seat] >= course.max_offers:
        raise CoreError("You have offered {count} draws in this game, the maximum.", count=course.max_offers)
    if not course.afar and match.position.turn != seat:
        raise CoreError("It is not your turn; offer a draw before your own move.")
    if not course.afar and course.declined == len(match.moves):
        raise CoreError("A draw was just declined; make a move first.")
    opponent = parse(match.players[other(seat)])
    if opponent and len(match.moves) < len(PLAYERS):
        raise CoreError("It is too early for a draw; offer it once both sides have moved.")
    first, second = course.offered
    offered = replace(course, offer=seat, offered=(first + (seat == 0), second + (seat == 1)))
    if opponent and not (isinstance(opponent, Thinker) and opponent.thinks):
        return _decline(offered, other(seat), phrase("It does not evaluate positions."))
    return offered, (DrawOffered(seat),)


def _decline(course: Course, seat: Player, reason: Phrase) -> Taken:
    return replace(course, offer=None, declined=len(course.match.moves)), (DrawDeclined(seat, reason),)


def _flip(course: Course, now: float) -> Taken:
    """Exchange the players; the position and the clocks stay."""
    match, (first, second) = course.match, course.match.players
    if match.outcome:
        raise CoreError("The game is over; swap sides for the next one.")
    if match.before.length > 1:
        raise CoreError("In a planned match you cannot swap sides during a game.")
    if first == second:
        raise CoreError("The same player has both sides; there is nothing to swap.")
    flipped = replace(match, players=(second, first), series=match.before.flipped())
    return _changed(course, _helped(flipped), now, Signal.FLIPPED)


def no_hints(allowed: int) -> str:
    """Why there is no further hint: a template with the field {count}."""
    return "You have no hints left: this game allows {count}." if allowed else "There are no hints in this game."
