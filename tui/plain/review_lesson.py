"""The review of a game in sentences: the accuracy of both sides, the turning point, and each move that gave something away."""

from __future__ import annotations

from core.game import Player
from core.play.seats import person
from tui.plain.aloud import GLYPHS, capital, joined, pairing
from tui.plain.desk import Desk
from tui.plain.reviewed_game import GameLesson, ReviewedGame
from tui.text import reviewed, words
from tui.text.catalogue import _, ngettext, say
from tui.text.seats import seat_name


class ReviewLesson(GameLesson):
    """Sums a reviewed game up, and then goes through its faults."""

    words = ("next", "back")

    def __init__(self, desk: Desk, game: ReviewedGame) -> None:
        super().__init__(desk, game)
        self._at = -1

    def begin(self) -> None:
        """Sum the game up."""
        match, account = self.game.state.match, self._account
        title = _("Review of {game}, {players}.").format(game=words.name(match.game), players=pairing(match.players))
        result = words.result(match.game, match.outcome, person(match.players)) if match.outcome else ""
        self._desk.out(joined(title, result))
        if not account.unseen:
            self._desk.out(self._side(0))
            self._desk.out(self._side(1))
        for sentence in reviewed.summed_up(account):
            self._desk.out(f"{sentence.rstrip('.')}.")
        count = len(account.costs)
        if count:
            self._desk.out(
                ngettext(
                    "{number} move gave something away; say next to hear it, or retry to do better.",
                    "{number} moves gave something away; say next to hear the first, or retry to do better.",
                    count,
                )
            )
        else:
            self._desk.out(_("No move is known to have given anything away."))

    def _side(self, player: Player) -> str:
        """The accuracy of a side."""
        match, tally = self.game.state.match, self._account.accuracy(player)
        said = [_("moves that kept the value: {kept} of {judged}").format(kept=tally.kept, judged=tally.judged)]
        blunders, mistakes, slips = tally.faults
        faults = (
            ngettext("{number} blunder", "{number} blunders", blunders),
            ngettext("{number} mistake", "{number} mistakes", mistakes),
            ngettext("{number} slip", "{number} slips", slips),
        )
        said += [text for number, text in zip(tally.faults, faults, strict=True) if number]
        if tally.percent is not None:
            said.append(_("accuracy {percent} percent").format(percent=tally.percent))
        return f"{seat_name(match.game, player, match.players)}: {', '.join(said)}."

    async def do(self, word: str) -> None:
        """To the next fault or the one before."""
        faults = sorted(self._account.costs)
        at = self._at + (1 if word == "next" else -1)
        if 0 <= at < len(faults):
            self._at = at
            self._tell(faults[at], at + 1, len(faults))
        elif not faults:
            self._desk.out(_("No move is known to have given anything away."))
        elif at < 0:
            self._desk.out(_("That is the first; say next to go on."))
        else:
            self._desk.out(_("That was the last; say back for the previous one, or retry to do better."))

    def _tell(self, ply: int, number: int, count: int) -> None:
        """A move that gave something away, what it cost, and what was better."""
        account = self._account
        where = _("{number} of {count}. Move {ply}, {move}:").format(
            number=number, count=count, ply=ply + 1, move=reviewed.move_text(account, ply)
        )
        glyph = GLYPHS.get(reviewed.glyph(account, ply))
        cost = ", ".join(filter(None, [say(glyph) if glyph else "", self._value_change(ply)]))
        better, analysis = account.better(ply), account.analyses[ply]
        line = analysis.line(better[0]) if analysis and better else None
        reason = f"{account.positions[ply].name(line.move)}: {say(account.why(ply, line))}" if line else ""
        self._desk.out(joined(where, f"{cost}.", capital(reviewed.said(account, ply)), reason))
