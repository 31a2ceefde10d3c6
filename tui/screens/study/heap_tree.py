"""HeapTreeScreen: the tree of a game of heaps, to be unfolded, with the value of every position and the moves that win."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import ClassVar, NamedTuple

from textual.binding import BindingType

from core.game import Move, State
from core.position import Position
from core.study.heaps.tree import PositionTree
from core.study.study import PagePart, PlayLink, StudyQuestion, as_read, title_of
from tui.drawing.canvas import Row, Span
from tui.drawing.sheet import ListSheet
from tui.drawing.studies.heap_tree import WINNING
from tui.screens.base.game import play_from
from tui.screens.study.document import StudyScreen
from tui.screens.study.pages import sheet_of
from tui.text import words
from tui.text.catalogue import _, figures, say
from tui.text.keys import bindings

PART = "tree"
"""The page that this screen draws itself."""
UNFOLDED = 100
"""A tree with no more nodes is shown unfolded."""


class Branch(NamedTuple):
    """A node that is seen: the branches that lead to it, the lines before it, the move to it and the state there."""

    path: tuple[int, ...]
    lines: str
    by: tuple[State, Move] | None
    state: State


class HeapTreeScreen(StudyScreen):
    """The tree is the first page; its nodes are made when they are unfolded, so it may have millions."""

    BINDINGS: ClassVar[list[BindingType]] = [
        *bindings(
            *("open", "next_part", "table", "sources", "play_here", "subject", "help", "leave"),
            hidden=("previous_part",),
        )
    ]

    def __init__(self, question: StudyQuestion) -> None:
        super().__init__(question)
        self.folded: set[tuple[int, ...]] = set()
        """The branches to the nodes that are folded, or in a large tree to those that are not."""
        self.branches: list[Branch] = []
        """What is seen of the tree."""

    def ask(self, question: StudyQuestion) -> None:
        """Ask for another tree, which is seen as it comes."""
        self.folded = set()
        super().ask(question)

    @property
    def _tree(self) -> PositionTree | None:
        """The tree, on its own page."""
        found = self.study.data if self.study and self.part and self.part.key == PART else None
        return found if isinstance(found, PositionTree) else None

    @property
    def _branch(self) -> Branch | None:
        """The node at the cursor, on the page of the tree."""
        return self.branches[self.sheet.chosen] if self._tree and self.branches else None

    def fill(self, part: PagePart | None) -> None:
        """The tree as far as it is unfolded, or a page as every study has it."""
        tree = self._tree
        if tree is None or part is None:
            super().fill(part)
            return
        self.branches = list(self._seen(tree))
        rows = [self._row(tree, branch) for branch in self.branches]
        self.sheet.show(say(title_of(part)), ListSheet(rows), [say(note) for note in sheet_of(part)[1]])

    def _is_folded(self, tree: PositionTree, path: tuple[int, ...]) -> bool:
        large = tree.top.nodes > UNFOLDED and bool(path)
        return (path in self.folded) != large

    def _seen(self, tree: PositionTree) -> Iterator[Branch]:
        """The nodes that are not below a folded one."""
        stack = [Branch((), "", None, tree.root.state)]
        while stack:
            branch = stack.pop()
            yield branch
            moves = () if self._is_folded(tree, branch.path) else tree.nodes[branch.state].moves
            before = branch.lines.replace("├─", "│ ").replace("└─", "  ")
            for at in reversed(range(len(moves))):
                move, after = moves[at]
                lines = before + ("└─ " if at == len(moves) - 1 else "├─ ")
                stack.append(Branch((*branch.path, at), lines, (branch.state, move), after))

    def _row(self, tree: PositionTree, branch: Branch) -> Row:
        """The move, with its sign where it wins; what it leaves; who wins; the first player's share of the games."""
        game, node = tree.root.game, tree.nodes[branch.state]
        row = [Span(branch.lines, "dim")]
        if branch.by:
            wins = not node.wins
            row.append(Span(game.format_move(*branch.by) + WINNING * wins + "  ", "win" if wins else ""))
        folded = "… " if node.moves and self._is_folded(tree, branch.path) else ""
        winner = tree.winner(branch.state)
        text = _("{player} wins in {plies}") if node.moves else _("{player} has won")
        role = "first" if winner == game.players[0] else "second"
        said = text.format(player=words.players(game)[role == "second"], plies=node.plies)
        share = figures(f"{node.won:,}/{node.games:,}")
        position = say(as_read(Position(game, branch.state)))
        return [*row, Span(f"{position}  {folded}"), Span(said, role), Span(f"  {share}", "dim")]

    @property
    def verbs(self) -> Mapping[str, str]:
        """On the page of the tree Enter folds and unfolds."""
        return {**super().verbs, **({"open": _("unfold")} if self._tree else {})}

    @property
    def opens(self) -> bool:
        """The branches of the tree open, too."""
        return self._tree is not None or super().opens

    def action_open(self) -> None:
        """Unfold or fold the branch at the cursor, or open what the row leads to."""
        tree, branch = self._tree, self._branch
        if tree is None or branch is None:
            super().action_open()
        elif not tree.nodes[branch.state].moves:
            self.say(_("Nothing opens here."))
        else:
            self.folded ^= {branch.path}
            self.fill(self.part)

    def usual_status(self) -> str:
        """On the page of the tree, the position at the cursor and the moves that win there."""
        tree, branch = self._tree, self._branch
        if tree is None or branch is None:
            return super().usual_status()
        game, state = tree.root.game, branch.state
        row = tree.nodes[state]
        if not row.moves:
            return _("The game is over here.")
        moves = [game.format_move(state, move) for move in tree.winning(state)]
        mover = words.players(game)[game.turn(state)]
        chance = figures(f"{100 * float(row.chance):.2f} %")
        said = (
            _("{player} wins by {moves}.").format(player=mover, moves=", ".join(moves))
            if moves
            else _("{player} is to move and loses.").format(player=mover)
        )
        first = words.players(game)[0]
        return f"{said} " + _("With random moves {first} wins {chance}.").format(first=first, chance=chance)

    def action_play_here(self) -> None:
        """Play from the position at the cursor of the tree, or from what the row of a table leads to."""
        tree, branch = self._tree, self._branch
        if tree is None or branch is None:
            link = next((link for link in self.sheet.links if isinstance(link, PlayLink)), None)
            if link:
                self.say(play_from(self.hall, link))
            else:
                self.say(_("There is no move to play from here."))
        elif not tree.nodes[branch.state].moves:
            self.say(_("The game is over here."))
        else:
            self.say(play_from(self.hall, PlayLink(tree.root.game.id, "", Position(tree.root.game, branch.state).text)))
