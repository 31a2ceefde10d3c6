"""The review of a game in sentences: how well each side played, where it turned, and each move that gave something away."""

from __future__ import annotations

from core.game import Player
from core.play.seats import person
from core.review.account import Account
from tui.plain.aloud import GLYPHS
from tui.plain.lesson import Desk, Lesson
from tui.plain.looking import GameLook
from tui.text import reviewed, words
from tui.text.catalogue import _, ngettext, say
from tui.text.seats import player_names, seat_name


class ReviewLesson(Lesson):
    """Says what a look at a game has found, and then its faults one by one."""

    words = ("next", "back")

    def __init__(self, desk: Desk, look: GameLook) -> None:
        self._desk = desk
        self._look = look
        self._at = -1

    @property
    def rests(self) -> bool:
        """Whether the look is done."""
        return self._look.rests

    @property
    def _account(self) -> Account:
        return self._look.reviewer.account

    @property
    def _faults(self) -> list[int]:
        return sorted(self._account.costs)

    def begin(self) -> None:
        """Sum the game up."""
        match, account = self._look.state.match, self._account
        first, second = player_names(match.players, full=True)
        against = _("{first} against {second}").format(first=first, second=second)
        said = [_("Review of {game}, {players}.").format(game=words.name(match.game), players=against)]
        if match.outcome:
            said.append(words.result(match.game, match.outcome, person(match.players)))
        self._desk.out(" ".join(said))
        if not account.unseen:
            for player in (0, 1):
                self._desk.out(self._side(1 if player else 0))
        for sentence in reviewed.summed_up(account):
            self._desk.out(f"{sentence.rstrip('.')}.")
        count = len(self._faults)
        if count:
            self._desk.out(
                ngettext(
                    "{number} move gave something away; next reads it, retry lets you do better.",
                    "{number} moves gave something away; next reads the first, retry lets you do better.",
                    count,
                )
            )
        else:
            self._desk.out(_("No move is known to have given anything away."))

    def _side(self, player: Player) -> str:
        """How well a side has played."""
        match, tally = self._look.state.match, self._account.accuracy(player)
        said = [_("moves that kept the value: {kept} of {judged}").format(kept=tally.kept, judged=tally.judged)]
        blunders, mistakes, slips = tally.faults
        if blunders:
            said.append(ngettext("{number} blunder", "{number} blunders", blunders))
        if mistakes:
            said.append(ngettext("{number} mistake", "{number} mistakes", mistakes))
        if slips:
            said.append(ngettext("{number} slip", "{number} slips", slips))
        if tally.percent is not None:
            said.append(_("accuracy {percent} percent").format(percent=tally.percent))
        return f"{seat_name(match.game, player, match.players)}: {', '.join(said)}."

    async def do(self, word: str) -> None:
        """To the next fault or the one before."""
        faults = self._faults
        at = self._at + (1 if word == "next" else -1)
        if 0 <= at < len(faults):
            self._at = at
            self._tell(faults[at], at + 1, len(faults))
        elif not faults:
            self._desk.out(_("No move is known to have given anything away."))
        elif at < 0:
            self._desk.out(_("That is the first; next goes on."))
        else:
            self._desk.out(_("That was the last; back reads the one before, retry lets you do better."))

    def _tell(self, ply: int, number: int, count: int) -> None:
        """A move that gave something away, what it cost, and what was better."""
        account = self._account
        glyph = GLYPHS.get(reviewed.glyph(account, ply))
        text = _("{number} of {count}. Move {ply}, {move}: {mark}.")
        move = reviewed.move_text(account, ply)
        said = [text.format(number=number, count=count, ply=ply + 1, move=move, mark=say(glyph) if glyph else "")]
        values = value_change(account, ply)
        if values:
            said[0] = f"{said[0].rstrip('.')}, {values}."
        said.append(reviewed.said(account, ply))
        better, analysis = account.better(ply), account.analyses[ply]
        line = analysis.line(better[0]) if analysis and better else None
        if line:
            said.append(f"{account.positions[ply].name(line.move)}: {say(account.why(ply, line))}")
        self._desk.out(" ".join(said))

    def halt(self) -> None:
        """Review with what is known."""
        self._look.halt()


def value_change(account: Account, ply: int) -> str:
    """What a position was worth to its player before a move and after it; empty where one of them is not known."""
    before, after = account.before(ply), account.after(ply)
    if before is None or after is None:
        return ""
    worth = [reviewed.worth(score, account.positions[ply]) for score in (before, after)]
    return _("{before}, then {after}").format(before=worth[0], after=worth[1])
