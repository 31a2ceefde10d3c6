"""The mistakes of a game tried again in sentences: a better move is found, and a wrong one is refuted."""

from __future__ import annotations

from core.game import Move
from core.play.coach import HintLadder
from core.position import Position
from core.review.account import Account, Answer
from core.study.exercises.attempt import HINTS
from tui.plain.aloud import name_of
from tui.plain.boards import board
from tui.plain.lesson import Desk, Lesson
from tui.plain.looking import GameLook
from tui.plain.reviewing import value_change
from tui.text import reviewed
from tui.text.catalogue import _, say
from tui.text.tried import answer_words, reason_words


class RetryLesson(Lesson):
    """Goes through the mistakes of a game that was looked at."""

    words = ("next", "back", "hint")

    def __init__(self, desk: Desk, look: GameLook) -> None:
        self._desk = desk
        self._look = look
        self._mistakes: list[int] = []
        self._at = 0
        self._found: set[int] = set()
        """The mistakes that were done better at once."""
        self._spoiled: set[int] = set()
        """Those of which a hint was given or a wrong move tried."""
        self._ladder = HintLadder(HINTS)

    @property
    def position(self) -> Position | None:
        """The position before the mistake."""
        return self._account.positions[self._mistakes[self._at]] if self._mistakes else None

    @property
    def rests(self) -> bool:
        """Whether nothing is looked at."""
        return self._look.rests

    @property
    def _account(self) -> Account:
        return self._look.reviewer.account

    def begin(self) -> None:
        """Ask for the first mistake, if there is one."""
        self._mistakes = reviewed.own_mistakes(self._look.state, self._account)
        if self._mistakes:
            self._ask()
        else:
            self._desk.out(_("No mistake of yours is known in this game."))

    def _ask(self) -> None:
        """Say what stands there and what was played."""
        self._ladder = HintLadder(HINTS)
        ply, account = self._mistakes[self._at], self._account
        position = account.positions[ply]
        number = _("mistake {number} of {count}").format(number=self._at + 1, count=len(self._mistakes))
        turn = _("{player} to move, move {number}").format(player=name_of(position, position.turn), number=ply + 1)
        self._desk.out(" ".join([f"{number[:1].upper()}{number[1:]}: {turn}.", *board(position)]))
        played, values = (
            _("The game went {move}.").format(move=reviewed.move_text(account, ply)),
            value_change(account, ply),
        )
        self._desk.out(" ".join(filter(None, [played, f"{values}." if values else "", _("Find a better move.")])))

    def play(self, move: Move) -> None:
        """Try a move, and say what is known of it, once it is."""
        after = self._account.positions[self._mistakes[self._at]].play(move)
        answer = self._answer(move)
        known = self._look.reviewer.known(after)
        if (
            answer.right
            or after.outcome
            or (known and known.final)
            or (answer.right is False and answer.reply is not None)
        ):
            self._tell(move)
        else:
            self._look.find(after, lambda: self._tell(move))

    def _answer(self, move: Move) -> Answer:
        ply = self._mistakes[self._at]
        return self._account.answer(ply, move, self._look.reviewer.known(self._account.positions[ply].play(move)))

    def _tell(self, move: Move) -> None:
        ply, answer = self._mistakes[self._at], self._answer(move)
        position = self._account.positions[ply]
        said = [answer_words(position, move, answer), reason_words(position, move, answer)]
        if answer.right is False:
            self._spoiled.add(ply)
            said.append(_("Try another move."))
        elif answer.right:
            self._found |= {ply} - self._spoiled
            said.append(self._sum() if self._at + 1 == len(self._mistakes) else _("Next goes on."))
        self._desk.out(" ".join(filter(None, said)))

    def _sum(self) -> str:
        """How many were found, after the last."""
        text = _("That was the last; found at once: {found} of {count}.")
        return text.format(found=len(self._found), count=len(self._mistakes))

    async def do(self, word: str) -> None:
        """Give a hint, or go to the next mistake or the one before."""
        if not self._mistakes:
            self._desk.out(_("No mistake of yours is known in this game."))
        elif word == "hint":
            self._hint()
        elif word == "next" and self._at + 1 == len(self._mistakes):
            self._desk.out(f"{self._sum()} {_('Stop leaves, back goes to the one before.')}")
        elif word == "back" and not self._at:
            self._desk.out(_("This is the first mistake."))
        else:
            self._at += 1 if word == "next" else -1
            self._ask()

    def _hint(self) -> None:
        ply = self._mistakes[self._at]
        known = self._account.analyses[ply]
        if known and known.lines and self._account.better(ply):
            self._spoiled |= {ply} - self._found
            self._desk.out(say(self._ladder.climb(known)))
        else:
            self._desk.out(_("No better move is known."))

    def halt(self) -> None:
        """Answer with what is known."""
        self._look.halt()

    def end(self) -> str:
        """How many were found."""
        text = _("Found at once: {found} of {count}.")
        return text.format(found=len(self._found), count=len(self._mistakes)) if self._mistakes else ""
