"""What a review says of a game, its moves and its values, on the screen and in lines of text."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from core.analysis import Analysis, unknown
from core.game import PLAYERS
from core.play.match import Match
from core.play.source import Snapshot
from core.players.opponents import HUMAN
from core.position import Position
from core.review.account import Account
from core.review.verdicts import FAULTS, MISTAKES
from core.score import Score
from tui.text import words
from tui.text.catalogue import _, say
from tui.text.seats import seat_name

HELD = 6
"""So many moves that would have kept the value are named."""


def own_seats(state: Snapshot) -> frozenset[int]:
    """The seats of the people at this board."""
    return frozenset(seat for seat, text in enumerate(state.match.players) if text == HUMAN)


def own_mistakes(state: Snapshot, told: Account) -> list[int]:
    """The plies, from 0, of the mistakes of the people at this board, ascending; of all where engines alone have played."""
    own = own_seats(state)
    return [ply for ply in told.mistakes if not own or told.positions[ply].turn in own]


def worth(score: Score, position: Position) -> str:
    """A value with its distance, as ``draw in 6``; a guess with the sign of one."""
    if unknown(score, position.game.id):
        return _("unknown")
    word = words.value_word(score)
    if not score.verdict:
        return f"~ {word}"
    distance = words.distance(score)
    return _("{value} in {plies}").format(value=word, plies=distance) if distance else word


def looked_at(account: Account) -> str:
    """How many positions have been looked at, while some have not."""
    return _("Positions analysed: {number} of {count}.").format(
        number=account.count - account.unseen, count=account.count
    )


def move_text(account: Account, ply: int) -> str:
    """A move and who made it, by ply from 0: ``O c1``."""
    position = account.positions[ply]
    return f"{words.players(position.game)[position.turn]} {position.name(account.moves[ply])}"


def glyph(account: Account, ply: int) -> str:
    """The mark of a move; empty where it bears none."""
    judgement = account.judgements.get(ply)
    return (judgement and judgement.glyph) or ""


def turned_by(account: Account) -> str:
    """What turned the game; empty where nothing did."""
    if not account.turn:
        return ""
    if account.given_up:
        player = words.players(account.positions[0].game)[account.turner]
        if account.loser is None:
            return _("{player} agreed to a draw").format(player=player)
        return _("{loser} resigned").format(loser=player)
    return _("move {number}, {move}").format(number=account.turn, move=move_text(account, account.turn - 1))


def turned(account: Account) -> str:
    """What it was worth before and after it turned; empty where it did not."""
    if account.turned is None:
        return ""
    before, after = (worth(score, account.positions[0]) for score in account.turned)
    return f"{before}  ->  {after}"


def cost(account: Account, ply: int) -> tuple[str, str, str]:
    """A move, by ply from 0, that gave something away: with its number, its mark, and what it was worth before and after."""
    before, after = account.before(ply), account.after(ply)
    position = account.positions[ply]
    change = " -> ".join(_briefly(score, position) for score in (before, after) if score)
    return f"{ply + 1} {move_text(account, ply)}", glyph(account, ply), change


def _briefly(score: Score, position: Position) -> str:
    """A value with its distance, as ``draw 6``."""
    if unknown(score, position.game.id) or not score.verdict:
        return worth(score, position)
    return f"{words.value_word(score)} {words.distance(score)}".rstrip()


def names(position: Position, moves: tuple[int, ...]) -> str:
    """Some moves in notation, the first of them where there are many."""
    return " ".join(map(position.name, moves[:HELD])) + (" …" if len(moves) > HELD else "")


def said(account: Account, ply: int) -> str:
    """What is to be said of a move, in a sentence; empty where nothing is known of it."""
    judgement, before = account.judgements.get(ply), account.before(ply)
    if judgement is None:
        return ""
    held = account.better(ply)
    if judgement.glyph in MISTAKES and before and before.proven and held:
        return _("{before} thrown away; {moves} held it.").format(
            before=words.value_word(before), moves=names(account.positions[ply], held)
        )
    return say(judgement.note) + "."


def table(account: Account) -> tuple[list[str], list[list[str]]]:
    """The moves with what each was worth to its player, as a table: its heads and its rows."""
    heads = [_("N"), _("player"), _("move"), "", _("before"), _("after"), _("better")]
    return heads, [_row(account, ply) for ply in range(len(account.moves))]


def _row(account: Account, ply: int) -> list[str]:
    position = account.positions[ply]
    scores = (account.before(ply), account.after(ply))
    return [
        str(ply + 1),
        words.players(position.game)[position.turn],
        position.name(account.moves[ply]),
        glyph(account, ply),
        *(worth(score, position) if score else _("unknown") for score in scores),
        names(position, account.better(ply)),
    ]


def comments(match: Match, found: Callable[[Sequence[Position]], Iterable[Analysis]]) -> list[str]:
    """What each move of a game was worth to its player, by what is ``found`` of its positions; empty where nothing is."""
    known = {each.position: each for each in found(match.positions)}
    account = Account(match.positions, match.moves, match.outcome, known.get)
    told = []
    for ply in range(len(account.moves)):
        score = account.after(ply)
        value = worth(score, account.positions[ply]) if score else ""
        told.append(" ".join(filter(None, (value, glyph(account, ply)))))
    return told


def legend(account: Account) -> str:
    """For whom the values of the table are, and what the sign of a guess means where there is one."""
    scores = (score for ply in range(len(account.moves)) for score in (account.before(ply), account.after(ply)))
    guessed = any(score and not score.verdict for score in scores)
    text = _("Values are for the player to move; numbers are moves to the end.")
    return f"{text} {_('~ is a guess by an engine.')}" if guessed else text


def sides(account: Account, players: tuple[str, str]) -> tuple[list[str], list[list[str]]]:
    """What both sides have kept, as a table."""
    game = account.positions[0].game
    rows = []
    for player in PLAYERS:
        tally = account.accuracy(player)
        faults = (f"{number} {glyph}" for number, glyph in zip(tally.faults, FAULTS, strict=True) if number)
        percent = "…" if account.unseen else "-" if tally.percent is None else f"{tally.percent}%"
        share = _("{kept} of {judged}").format(kept=tally.kept, judged=tally.judged)
        rows.append([seat_name(game, player, players), share, " ".join(faults) or "0", percent])
    return [_("player"), _("kept value"), _("gave away"), _("accuracy")], rows


def summed_up(account: Account) -> list[str]:
    """Where the game turned and who messed up, or how far the review is."""
    if account.blame is None:
        return [looked_at(account)]
    turn = f"{turned_by(account)}: {turned(account)}"
    return [*([_("Turning point: {turn}").format(turn=turn)] if account.turn else ()), say(account.blame)]
