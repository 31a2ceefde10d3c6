"""RetryScreen: each mistake of a game in turn, to be done better; what is wrong is refuted on the board. The game stays as it
is."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal

from core.game import Move
from core.phrase import Phrase, phrase
from core.play.source import Source
from core.position import Position
from core.review.account import Account, Answer, Lookup
from tui.boards.base import Board, BoardView
from tui.drawing.canvas import Canvas, Row, Span
from tui.drawing.frame import frame, section
from tui.drawing.line import LineOfText, plain_row
from tui.game import variations
from tui.screens.base.game import GameScreen
from tui.screens.base.typing import MoveTyping
from tui.text import reviewed, words
from tui.text.catalogue import _, say
from tui.text.fit import clipped
from tui.text.keys import bindings
from tui.text.reviewed import own_mistakes
from tui.text.tried import answer_words, reason_words

FOUND, MISSED, LATER, SHOWN = phrase("found"), phrase("missed"), phrase("found later"), phrase("shown")
"""What became of a mistake: done better at the first try, not yet, after others, or the answer was shown."""


class RetrySide(Canvas):
    """The right side: the mistakes with what became of each, and what there is to say of the one on the board."""

    def __init__(self) -> None:
        super().__init__(id="retry")
        self._rows: list[Row] = []
        self.mistakes: list[Row] = []
        self.title = ""
        self.text: list[str] = []

    def show(self, mistakes: list[Row], title: str, text: list[str]) -> None:
        """Show other values; ``text`` in paragraphs."""
        self.mistakes, self.title, self.text = mistakes, title, text
        self.redraw()

    def draw(self, width: int, height: int) -> Iterable[Row]:
        """A frame with two sections."""
        room = max(3, height // 2 - 2)
        at = next((i for i, row in enumerate(self.mistakes) if row[0].text.strip()), 0)
        top = max(0, min(at - room // 2, len(self.mistakes) - room))
        lines = [line for text in self.text for line in clipped(text, width - 3, height)]
        return frame(
            width,
            height,
            [
                section(_("Mistakes"), self.mistakes[top : top + room]),
                section(self.title, [[Span(" " + line)] for line in lines]),
            ],
        )


class RetryScreen(GameScreen):
    """Puts the board before each mistake of the game of a source in turn. ``account`` gives what is known of the game by now,
    ``known`` what is of any position; ``look_first`` has some found out before all else."""

    FOCUS = "board"

    BINDINGS: ClassVar[list[BindingType]] = [
        *bindings(
            *("choose", "solution", "next_mistake", "previous_mistake", "panel", "help", "leave"),
            hidden=("type_move", "learn"),
        ),
    ]

    def __init__(
        self,
        source: Source,
        account: Callable[[], Account],
        known: Lookup,
        look_first: Callable[[list[Position]], None],
    ) -> None:
        super().__init__(source)
        self.typing: MoveTyping = MoveTyping(self, self)
        self._account = account
        self._known = known
        self._look_first = look_first
        self._mistakes = own_mistakes(self.state, account())
        self._place = 0
        self._done: dict[int, Phrase] = {}
        self._tried: Move | None = None
        """The move that was tried last, as long as it stands on the board."""
        self._solved = False
        """Whether it is an answer that was shown."""
        self.ply.look(self._mistake)

    def compose_hall(self) -> ComposeResult:
        """The game's widgets."""
        yield from self.compose_game(Horizontal(RetrySide(), id="side"), self.typing.box)

    def on_mount(self) -> None:
        """Begin."""
        self.keep_focus()
        self.refresh_all()

    # What is known.

    @property
    def _mistake(self) -> int:
        """The ply, from 0, of the mistake that is tried again."""
        return self._mistakes[self._place]

    @property
    def _before(self) -> Position:
        return self.state.match.positions[self._mistake]

    @property
    def _after(self) -> Position | None:
        """The position that the move tried leads to."""
        return None if self._tried is None else self._before.play(self._tried)

    @property
    def answer(self) -> Answer | None:
        """What is known of the move tried."""
        after = self._after
        if self._tried is None or after is None:
            return None
        return self._account().answer(self._mistake, self._tried, self._known(after))

    @property
    def _looking(self) -> bool:
        """Whether an engine looks for what the move tried leads to."""
        after, answer = self._after, self.answer
        if after is None or after.outcome or answer is None or answer.right:
            return False
        known = self._known(after)
        return not (known and known.final) and not (answer.right is False and answer.reply is not None)

    # What is shown.

    def show_all(self) -> None:
        """Show everything anew."""
        if not self.is_ready:
            return
        self._settle()
        told, answer, ply = self._account(), self.answer, self._mistake
        left = [Span(_("RETRY") + "  ", "title"), Span(words.name(self.game))]
        counted = _("mistake {number} of {count}").format(number=self._place + 1, count=len(self._mistakes))
        self.query_one("#header", LineOfText).show(left, (), plain_row(counted, "dim"))
        turn = words.players(self.game)[self._before.turn]
        title = _("{player} to move, move {number}").format(player=turn, number=ply + 1)
        self.board.show(BoardView(self.ply.position, self.ply.last, title, "", self._tried is None))
        self.query_one(RetrySide).show(
            [self._row(place, told) for place in range(len(self._mistakes))],
            title,
            [*self._asked(told), *self._result(told, answer)],
        )
        self.show_status(self._status(told, answer), self.notice)

    def _row(self, place: int, told: Account) -> Row:
        """A mistake with what became of it."""
        ply = self._mistakes[place]
        here = place == self._place
        text = f"{ply + 1} {reviewed.move_text(told, ply)}"
        done = self._done.get(ply)
        row = [
            Span(" ▸" if here else "  ", "cursor"),
            Span(f"{text:<14} ", "selected" if here else "strong"),
            Span(f"{told.judgements[ply].glyph if ply in told.judgements else '':<3}", "lose"),
            Span(say(done) if done else "", "dim"),
        ]
        return [span._replace(action=f"screen.go_to({place})") for span in row]

    def _asked(self, told: Account) -> list[str]:
        """What was played, and what it gave away."""
        ply = self._mistake
        before, after = told.before(ply), told.after(ply)
        played = _("Played was {move}.").format(move=reviewed.move_text(told, ply))
        if before is None or after is None:
            return [played]
        values = [reviewed.worth(score, self._before) for score in (before, after)]
        return [played, f"{values[0]}  ->  {values[1]}"]

    def _result(self, told: Account, answer: Answer | None) -> list[str]:
        """What is to be said of the move tried."""
        if self._tried is None or answer is None:
            return []
        if self._looking:
            return ["", _("The engine looks for the answer to {move} ...").format(move=self._tried_name)]
        said, reason = ["", self._verdict(answer)], reason_words(self._before, self._tried, answer)
        return [*said, "", reason] if reason else said

    @property
    def _tried_name(self) -> str:
        return "" if self._tried is None else self._before.name(self._tried)

    def _verdict(self, answer: Answer) -> str:
        """What is to be said of the move tried, in a sentence."""
        assert self._tried is not None, "a move was tried"
        return answer_words(self._before, self._tried, answer, self._solved)

    def _status(self, told: Account, answer: Answer | None) -> str:
        if self.typing.typed is not None:
            example = self._before.name(self._before.moves[0])
            return _("Type a move, for example {example}: {typed}").format(example=example, typed=self.typing.written)
        if self._tried is None or answer is None:
            played = _("Played was {move}.").format(move=reviewed.move_text(told, self._mistake))
            return f"{played} {self.board.prompt or _('Find a better move; {key:solution} shows it.')}"
        if self._looking:
            return _("The engine looks for the answer to {move} ...").format(move=self._tried_name)
        said = self._verdict(answer)
        if not answer.right:
            return f"{said} {_('{key:choose} tries again.')}"
        if self._place + 1 < len(self._mistakes):
            return f"{said} {_('{key:choose} goes on.')}"
        return f"{said} {self._sum()}"

    def _sum(self) -> str:
        """How many were found, after the last."""
        found = sum(how == FOUND for how in self._done.values())
        text = _("That was the last; found at once: {found} of {count}.")
        return text.format(found=found, count=len(self._mistakes))

    # Moves.

    def on_board_move_chosen(self, message: Board.MoveChosen) -> None:
        """A place was clicked."""
        self.choose_move(message.moves)

    def on_board_cursor_moved(self, message: Board.CursorMoved) -> None:
        """Say again what is to be done."""
        self.notice = ""
        self.refresh_all()

    def step_back(self) -> bool:
        """Then take back what is tried."""
        if super().step_back():
            return True
        if self._tried is None:
            return False
        self._again()
        return True

    def why_not(self) -> str:
        """A move can be tried as long as none is on the board."""
        return "" if self._tried is None else _("A move is on the board; {key:step_back} takes it back.")

    def action_choose(self) -> None:
        """Try the move at the cursor; after a try again, or go on to the next mistake."""
        if self._tried is None:
            moves = self.board.take()
            if moves is not None:
                self.choose_move(moves)
        elif self.answer and self.answer.right:
            self.action_next_mistake()
        else:
            self._again()

    @property
    def takes_moves(self) -> bool:
        """Moves can be typed at any time."""
        return True

    def choose_move(self, moves: tuple[Move, ...]) -> None:
        """Try a move, the one that is asked for where there are several; the one tried before is taken back first."""
        if self._tried is not None:
            self._again()
        else:
            self.typing.choose(moves)

    def make_move(self, move: Move) -> None:
        """Try a move."""
        self._try(move)

    def _try(self, move: Move, shown: bool = False) -> None:
        """Make a move on the board alone, and say what is known of it."""
        self._tried, self._solved, self.notice = move, shown, ""
        self.ply.enter(variations.variation(self.state, self._mistake, self._mistake, move))
        if shown:
            self._done.setdefault(self._mistake, SHOWN)
        if self._looking and self._after:
            self._look_first([self._after])
        self.refresh_all()

    def _settle(self) -> None:
        """Once it is known whether the move tried is right, count it, and put the reply to a wrong one on the board."""
        beside, answer = self.ply.aside, self.answer
        if beside is None or answer is None or answer.right is None or self._looking:
            return
        before = self._done.get(self._mistake)
        if answer.right:
            self._done[self._mistake] = LATER if before == MISSED else before or FOUND
            return
        self._done.setdefault(self._mistake, MISSED)
        if answer.reply is not None and len(beside.state.match.moves) == self._mistake + 1:
            self.ply.enter(beside.played(answer.reply))

    def _again(self) -> None:
        """Put the board before the mistake again."""
        self.typing.close()
        self._tried, self._solved, self.notice = None, False, ""
        if self.ply.aside:
            self.ply.leave()
        self.ply.look(self._mistake)
        self._look_first([])
        self.keep_focus()
        self.refresh_all()

    # Actions.

    def action_go_to(self, place: int) -> None:
        """To one of the mistakes, by the mouse."""
        self._place = place
        self._again()

    def action_next_mistake(self) -> None:
        """To the next mistake; more may be known of by now."""
        self._mistakes = sorted({*own_mistakes(self.state, self._account()), *self._mistakes})
        if self._place + 1 < len(self._mistakes):
            self.action_go_to(self._place + 1)
        else:
            self.say(self._sum() + " " + _("{key:leave} goes back to the review."))

    def action_previous_mistake(self) -> None:
        """To the mistake before."""
        if self._place:
            self.action_go_to(self._place - 1)
        else:
            self.say(_("This is the first mistake."))

    def action_solution(self) -> None:
        """Show a move that keeps what was given away, after it the next one."""
        better = self._account().better(self._mistake)
        following = better.index(self._tried) + 1 if self._solved and self._tried in better else 0
        if not better:
            self.say(_("No better move is known."))
        elif len(better) == 1 and following:
            self.say(_("There is no other answer."))
        else:
            self._again()
            self._try(better[following % len(better)], shown=True)

    def action_leave(self) -> None:
        """Back to the review."""
        self._look_first([])
        self.dismiss()
