"""Which keys the play screen has, and which of them its footer shows at each stage of a game."""

from __future__ import annotations

from collections.abc import Mapping

from core.play import actions
from core.play.actions import ActionKind
from core.play.source import Snapshot
from tui.screens.game import GameSource

WHILE_PLAYING = {"choose", "type_move", "hint", "marks", "redo", "resign", "new", "seat_first", "seat_second"}
WHILE_PLAYING |= {"draw", "flip", "move_now"}
BESIDE = {"choose", "type_move", "marks"}
"""What applies in a variation too."""
ADVICE = {"hint", "marks", "proof", "engine", "second_engine", "teacher", "list_up", "list_down", "threat"}
ADVICE |= {"line", "learn", "edit_here", "certificate"}
"""What tells, or lets be found out, what moves are worth."""
NEEDED: Mapping[str, ActionKind] = {
    "undo": actions.Command.UNDO,
    "redo": actions.Command.REDO,
    "hint": actions.Command.HINT,
    "move_now": actions.Command.MOVE_NOW,
    "new": actions.Command.NEW,
    "again": actions.Command.NEW,
    "swap": actions.Command.SWAP,
    "retry_turn": actions.Command.SWAP,
    "flip": actions.Command.FLIP,
    "first": actions.Prepare,
    "clock": actions.Prepare,
    "seat_first": actions.Sit,
    "seat_second": actions.Sit,
    "level": actions.Sit,
    "teacher": actions.Command.CAUTION,
    "resign": actions.Resign,
    "draw": actions.OfferDraw,
    "abort": actions.AfarCommand.ABORT,
    "claim": actions.Claim,
    "phrases": actions.Say,
}
"""The action of the source without which a key does nothing."""
CHOICES = ("again", "swap", "review", "retry_turn", "level", "leave")
"""What can be done once a game is over, in its order."""
_ALWAYS = ("menu", "help", "leave")


def applies(action: str, state: Snapshot, source: GameSource, *, back: bool, narrow: bool, retries: bool) -> bool:
    """Whether a key of the play screen does something now. ``back``: somebody looks at something else than the game as it
    stands; ``narrow``: the panel is not always there; ``retries``: a mistake of one's own is known."""
    if NEEDED.get(action, actions.Command.LEAVE) not in source.takes or (state.quiet and action in ADVICE):
        return False
    if action in WHILE_PLAYING and state.ended:
        return action in BESIDE and back
    match action:
        case "review":
            return state.match.outcome is not None
        case "panel" if state.ended and not back:
            return narrow
        case "redo":
            return bool(state.match.undone)
        case "move_now":
            return state.course.opponent is not None
        case "again" | "swap":
            return state.ended
        case "retry_turn":
            return state.ended and retries and not state.match.standing.under_way
        case "level":
            return not state.ended or (bool(source.mine) and not state.match.standing.under_way)
    return True


def footer(state: Snapshot, plays: bool, back: bool) -> tuple[str, ...]:
    """The actions that the footer shows, as far as they apply: nine at most; ``plays``: somebody here has a seat, ``back``:
    they look at something else than the game as it stands."""
    if back:
        return ("choose", "back", "step", "go_last", "review", "panel", *_ALWAYS)
    if state.ended:
        return ("again", "swap", "review", "retry_turn", "level", "panel", *_ALWAYS)
    if not plays:
        return ("back", "step", "move_now", "panel", *_ALWAYS)
    if state.company:
        return ("choose", "undo", "draw", "resign", "claim", "phrases", "abort", *_ALWAYS)
    if not state.awaited:
        return ("move_now", "panel", "back", *_ALWAYS)
    return ("choose", "hint", "redo" if state.match.undone else "undo", "marks", "panel", *_ALWAYS)
