"""What was better than a move that was made: the line is walked on the board of a review, and told beside it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from core.analysis import Line
from core.game import Move
from core.review.account import Account, Lookup
from tui.drawing.canvas import Span
from tui.game import variations
from tui.game.variations import Aside
from tui.screens.base.game import GameScreen
from tui.screens.review.side import Told
from tui.text import reviewed
from tui.text.catalogue import _, say


class BetterLine:
    """Leaves the game of a review for such a line, and comes back to it. ``account`` is the game with what is
    known of it now, ``known`` what is of any position."""

    def __init__(self, screen: GameScreen, account: Callable[[], Account], known: Lookup) -> None:
        self._screen = screen
        self._account = account
        self._known = known

    @property
    def _shown(self) -> Aside:
        shown = self._screen.ply.aside
        assert shown, "a line is looked at"
        return shown

    def _line(self) -> Line:
        """What is known of the first move of the line on the board."""
        root = self._shown.root
        analysis = self._account().analyses[root]
        line = analysis.line(self._shown.state.match.moves[root]) if analysis else None
        assert line, "the line was taken from there"
        return line

    @property
    def note(self) -> str:
        """Which of its moves is on the board, from 1, and how many there are."""
        root, count = self._shown.root, len(self._shown.state.match.moves)
        return _("move {ply} of {count}").format(ply=self._screen.ply.at - root, count=count - root)

    @property
    def told(self) -> Told:
        """The line with its worth, and why its first move is good."""
        root, shown = self._shown.root, self._shown.state
        line, position = self._line(), shown.match.positions[root]
        reason = f"{position.name(line.move)}: {say(self._account().why(root, line))}"
        return Told(
            _("Better"),
            reviewed.worth(line.score, position),
            [[Span(" " + " ".join(shown.match.names[root:]))]],
            reason,
        )

    @property
    def status(self) -> str:
        """The first move of the line with its worth, and what can be done."""
        root, shown = self._shown.root, self._shown.state
        said = reviewed.worth(self._line().score, shown.match.positions[root])
        return f"{shown.match.names[root]}: {said}. {_('{key:back} and {key:step} step, {key:better} goes back.')}"

    def toggle(self) -> None:
        """Play on the board what was better than the move made, or go back to the game; at the start, best play."""
        screen = self._screen
        if screen.ply.aside:
            self.leave()
            return
        told, ply = self._account(), max(0, screen.ply.at - 1)
        analysis = told.analyses[ply]
        better = told.better(ply)
        if not screen.ply.at and analysis and analysis.best:
            better = (analysis.best.move,)
        line = analysis.line(better[0]) if analysis and better else None
        if line:
            self._walk(ply, line.pv or (line.move,))
        elif analysis is None or not analysis.final:
            screen.say(_("This move is not analysed yet; ask again in a moment."))
        else:
            screen.say(_("Nothing better than {move} is known.").format(move=reviewed.move_text(told, ply)))

    def _walk(self, ply: int, moves: Sequence[Move]) -> None:
        """Show the first move of a line that leaves the game at a ply, the others ready to be stepped through."""
        beside = variations.line(self._screen.state, ply, tuple(moves[:1]))
        for move in moves[1:]:
            beside = beside.played(move)
        self._screen.ply.enter(beside)
        self._screen.ply.look(ply + 1)
        self._looked("")

    def leave(self) -> None:
        """Back to the game."""
        self._screen.ply.leave()
        self._looked("")

    def look(self, ply: int) -> None:
        """Look at a ply of the line within its bounds; it goes on by what is known of its end."""
        shown, beside = self._screen.ply, self._shown
        end = len(beside.state.match.moves)
        following = self._known(beside.state.match.position) if ply > end and ply == shown.at + 1 else None
        if following and following.best and following.best.score.proven:
            shown.enter(beside.played(following.best.move))
        elif ply < beside.root:
            self._looked(_("The line begins here; {key:better} goes back to the game."))
            return
        elif ply > end:
            self._looked(_("The line ends here; {key:better} goes back to the game."))
            return
        shown.look(ply)
        self._looked("")

    def _looked(self, said: str) -> None:
        self._screen.notice = said
        self._screen.looked()
