"""The mistakes of a game tried again in sentences: the reader finds a better move, and a wrong one is refuted."""

from __future__ import annotations

from core.game import Move
from core.play.coach import HintLadder
from core.position import Position
from core.study.exercises.attempt import HINTS
from tui.plain.aloud import capital, joined, name_of
from tui.plain.boards import board
from tui.plain.desk import Desk
from tui.plain.reviewed_game import GameLesson, ReviewedGame
from tui.text import reviewed
from tui.text.catalogue import _, say
from tui.text.tried import answer_words, reason_words


class RetryLesson(GameLesson):
    """Goes through the mistakes of a reviewed game."""

    words = ("next", "back", "hint")

    def __init__(self, desk: Desk, game: ReviewedGame) -> None:
        super().__init__(desk, game)
        self._mistakes: list[int] = []
        """Their plies, from 0."""
        self._at = 0
        self._found: set[int] = set()
        """The mistakes for which the first try was right."""
        self._spoiled: set[int] = set()
        """The mistakes for which a hint was given or a wrong move tried."""
        self._ladder = HintLadder(HINTS)

    @property
    def position(self) -> Position | None:
        """The position before the mistake."""
        return self._account.positions[self._ply] if self._mistakes else None

    @property
    def _ply(self) -> int:
        return self._mistakes[self._at]

    def begin(self) -> None:
        """Ask for the first mistake, if there is one."""
        self._mistakes = reviewed.own_mistakes(self.game.state, self._account)
        if self._mistakes:
            self._ask()
        else:
            self._desk.out(_("You have no known mistakes in this game."))

    def _ask(self) -> None:
        """Say where the mistake was made, and what it gave away."""
        self._ladder = HintLadder(HINTS)
        ply, account = self._ply, self._account
        position = account.positions[ply]
        number = _("mistake {number} of {count}").format(number=self._at + 1, count=len(self._mistakes))
        turn = _("{player} to move, move {number}").format(player=name_of(position, position.turn), number=ply + 1)
        self._desk.out(joined(f"{capital(number)}: {turn}.", *board(position)))
        made, change = reviewed.move_text(account, ply), capital(self._value_change(ply))
        self._desk.out(
            joined(_("The game went {move}.").format(move=made), change and f"{change}.", _("Find a better move."))
        )

    def play(self, move: Move) -> None:
        """Try a move, and say what is known of it, once it is."""
        after = self._account.positions[self._ply].play(move)
        answer = self._account.answer(self._ply, move, self.game.reviewer.known(after))
        if answer.right or (answer.right is False and answer.reply is not None):
            self._tell(move)
        else:
            self.game.find(after, lambda: self._tell(move))

    def _tell(self, move: Move) -> None:
        ply = self._ply
        position = self._account.positions[ply]
        answer = self._account.answer(ply, move, self.game.reviewer.known(position.play(move)))
        more = ""
        if answer.right is False:
            self._spoiled.add(ply)
            more = _("Try another move.")
        elif answer.right:
            self._found |= {ply} - self._spoiled
            more = self._sum() if self._at + 1 == len(self._mistakes) else _("Say next to go on.")
        self._desk.out(joined(answer_words(position, move, answer), reason_words(position, move, answer), more))

    def _sum(self) -> str:
        """How many were found, after the last."""
        text = _("That was the last; found at once: {found} of {count}.")
        return text.format(found=len(self._found), count=len(self._mistakes))

    async def do(self, word: str) -> None:
        """Give a hint, or go to the next mistake or the one before."""
        if not self._mistakes:
            self._desk.out(_("You have no known mistakes in this game."))
        elif word == "hint":
            self._hint()
        elif word == "next" and self._at + 1 == len(self._mistakes):
            self._desk.out(f"{self._sum()} {_('Say stop to leave, or back for the previous one.')}")
        elif word == "back" and not self._at:
            self._desk.out(_("This is the first mistake."))
        else:
            self._at += 1 if word == "next" else -1
            self._ask()

    def _hint(self) -> None:
        known = self._account.analyses[self._ply]
        if known and known.lines and self._account.better(self._ply):
            self._spoiled |= {self._ply} - self._found
            self._desk.out(say(self._ladder.climb(known)))
        else:
            self._desk.out(_("No better move is known."))

    def end(self) -> str:
        """How many were found."""
        text = _("Found at once: {found} of {count}.")
        return text.format(found=len(self._found), count=len(self._mistakes)) if self._mistakes else ""
