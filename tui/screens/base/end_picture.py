"""The texts of the card at the end of a game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from core.foregone import foregone
from core.game import PLAYERS, Player
from core.play.seats import SAME_SIDE, neighbours, opponent_of, person
from core.play.source import Snapshot
from core.players.opponents import ME, unfitted
from core.records.equal import UNRATED, OwnStanding, OwnStrength
from core.review.account import Account
from core.score import Verdict
from core.strategies.levels import named
from core.tally import Tally
from tui.boards.base import SEATS
from tui.screens.base.picture import match_verdict, result
from tui.text import reviewed, words
from tui.text.catalogue import _, ngettext, say
from tui.text.counted import curve
from tui.text.seats import level_word, player_name, so_far
from tui.widgets.end_card import EndChoice, EndView
from tui.widgets.panel import PanelMove


def view(
    state: Snapshot,
    account: Account,
    moves: Sequence[PanelMove],
    tally: Tally | None,
    choices: Sequence[EndChoice],
    own: OwnStanding | None = None,
    *,
    looking: bool = True,
    judged: bool = True,
) -> EndView:
    """The card of a game that is over; ``own`` is how the person stands where the game is one by which that is told,
    ``looking`` whether an engine still looks at its positions, ``judged`` whether all that is known of these is enough to judge
    the moves by."""
    judged = judged and not account.unseen
    outcome = state.match.outcome
    role = SEATS[outcome.winner] if outcome and outcome.winner is not None else "strong"
    return EndView(
        result(state) or _("The game was ended before it counted."),
        role,
        [(row.sign or "·", row.role) for row in moves],
        _sides(state, account, judged),
        [
            *(_turned(account) if judged else _unjudged(account, looking)),
            *_strength(state, own),
            *_standing(state, tally),
        ],
        ngettext("{number} move", "{number} moves", len(state.match.moves)),
        choices,
    )


def label(state: Snapshot, action: str, retried: int | None) -> str:
    """What a choice is called here; empty where it is none."""
    goes_on = bool(state.match.standing.length) and not state.match.standing.over
    match action:
        case "again" if state.company:
            return _("ask for another")
        case "again":
            return _("next game") if goes_on else _("new match") if state.match.standing.length else _("play again")
        case "swap":
            return "" if goes_on else _("swap sides")
        case "review":
            return _("review")
        case "retry_turn":
            return "" if retried is None else _("retry from {number}").format(number=retried + 1)
        case "level":
            return _("strength")
        case _:
            return _("stop here") if goes_on else _("home") if state.company is None else _("leave")


def strengths(state: Snapshot) -> list[EndChoice]:
    """The next weaker and the next stronger strength of the engines, each a choice without a key of its own."""
    text = _("{strength} instead")
    return [
        EndChoice(f"strength({name!r})", "", text.format(strength=say(level_word(named(name)))))
        for name in neighbours(state.course.setup.seats, state.match.game)
    ]


def _sides(state: Snapshot, account: Account, judged: bool) -> list[tuple[str, str]]:
    """Who played, and how right their moves were, as far as that is known."""
    marks, seats = words.players(state.match.game), state.match.players
    return [(f"{marks[seat]} {player_name(seats[seat])}", _share(account, seat) if judged else "") for seat in PLAYERS]


def _share(account: Account, seat: Player) -> str:
    """``83 %`` of a player's moves, or of how many where not all could be judged; empty where none could."""
    accuracy = account.accuracy(seat)
    if accuracy.percent is None:
        return ""
    moves = sum(position.turn == seat for position in account.positions[: len(account.moves)])
    if accuracy.judged == moves:
        return f"{accuracy.percent} %"
    return _("{percent} % of {judged}").format(percent=accuracy.percent, judged=accuracy.judged)


def _unjudged(account: Account, looking: bool) -> list[str]:
    """Why nothing is summed up: how many positions have been looked at, or that nobody looks at the others."""
    if looking:
        return [_("checking, {number} of {count}").format(number=account.count - account.unseen, count=account.count)]
    return [_("Not all moves are judged yet. {key:review} judges them.")]


def _turned(account: Account) -> list[str]:
    """With which move, or by what at its end, the game turned, and what would have held it."""
    if not account.turn or account.turned is None:
        return []
    last = account.turn - 1
    by = reviewed.turned_by(account) if account.given_up else reviewed.move_text(account, last)
    text = _("It turned at {number}: {move}.").format(number=account.turn, move=by)
    held = account.better(last) if not account.given_up else ()
    if not held:
        return [text]
    kept = {
        Verdict.WIN: _("{moves} would have held the win."),
        Verdict.TIE: _("{moves} would have held the draw."),
    }.get(account.turned[0].verdict or Verdict.ENDLESS, _("{moves} would have gone on forever."))
    return [text, kept.format(moves=reviewed.names(account.positions[last], held))]


def _strength(state: Snapshot, own: OwnStanding | None) -> list[str]:
    """The person's strength with its curve, or why this game says nothing of it."""
    if ME not in map(unfitted, state.match.players):
        return []
    if foregone(state.match.game):
        return [say(UNRATED)]
    if state.match.helped:
        return [_("A lesson: you had help, so it does not count.")]
    strength = OwnStrength.of(own) if own else None
    if own is None or strength is None:
        return []
    if own.newest != state.match.id and own.side == person(state.match.players):
        return [say(SAME_SIDE)]
    text = _("Your strength: {rating} ± {width}  {curve}")
    return [text.format(rating=strength.rating, width=strength.width, curve=curve(strength.curve))]


def _standing(state: Snapshot, tally: Tally | None) -> Iterator[str]:
    """How the match stands, and all games of this kind against engines."""
    if state.match.standing.length:
        yield match_verdict(state) if state.match.standing.over else so_far(state.match.standing)
    if state.match.retried:
        yield _("A retried game does not count in your record.")
    elif tally and tally.games and opponent_of(state.match.players):
        text = _("{game}: {wins} won, {draws} drawn, {losses} lost.")
        name = words.name(state.match.game)
        yield text.format(game=name, **tally._asdict())
