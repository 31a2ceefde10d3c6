"""HeapTreeScreen: the tree of a game of heaps, to be unfolded, with the value of every position and the moves that win."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from rich.text import Text as Styled
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.widget import PseudoClasses
from textual.widgets import DataTable
from textual.widgets import Tree as TreeWidget
from textual.widgets.tree import TreeNode

from core.game import Move, State
from core.position import Position
from core.study.heaps.tree import PositionTree
from core.study.study import PlayLink, Study, as_read
from tui.drawing.line import ShownKey
from tui.drawing.studies.heap_tree import WINNING
from tui.screens.study.document import StudyScreen
from tui.text import words
from tui.text.catalogue import _, figures, say
from tui.text.keys import bindings

PART = "tree"
"""The page that this screen draws itself."""
UNFOLDED = 100
"""A tree with no more nodes is shown unfolded."""


class Branches(TreeWidget[State]):
    """The nodes: each has its state."""

    ICON_NODE = "▸ "
    ICON_NODE_EXPANDED = "▼ "

    # Textual 8.2 sets it when the tree is first painted, and reads it at a click before that.
    _pseudo_class_state = PseudoClasses(False, False, False)


class HeapTreeScreen(StudyScreen):
    """The tree is the first page; its nodes are made when they are unfolded, so it may have millions."""

    BINDINGS: ClassVar[list[BindingType]] = [
        *bindings("next_part", "play_here", "subject", "help", "leave", hidden=("previous_part",))
    ]

    _drawn: Study | None = None

    def compose_page(self) -> ComposeResult:
        """Also the tree."""
        with Vertical(id="pictured"):
            yield Branches("", id="branches")
            yield from super().compose_page()

    @property
    def _tree(self) -> PositionTree | None:
        """The tree, on its own page."""
        found = self.study.data if self.study and self.part and self.part.key == PART else None
        return found if isinstance(found, PositionTree) else None

    @property
    def _branches(self) -> Branches:
        return self.query_one(Branches)

    @property
    def _state(self) -> State | None:
        """The position at the cursor, on the page of the tree, once this tree is drawn: the nodes may be of one before it."""
        branches = self._branches
        drawn = self._tree and self._drawn is self.study
        node = branches.get_node_at_line(branches.cursor_line) if drawn else None
        return node.data if node else None

    def show_page(self) -> None:
        """The tree has the page to itself, and its notes below."""
        super().show_page()
        tree = self._tree
        self._branches.display = tree is not None
        self.query_one("#page").set_class(tree is not None, "-notes")
        if tree:
            self.query_one("#scroll").display = False
            if self._drawn is not self.study:
                self._drawn = self.study
                self._draw(tree)
            self.give_keys_to(self._branches)

    async def retranslate(self) -> None:
        """Also the tree."""
        self._drawn = None
        await super().retranslate()

    def _draw(self, tree: PositionTree) -> None:
        branches = self._branches
        branches.reset(self._label(tree, None, tree.root.state), tree.root.state)
        self._grow(branches.root, tree.top.nodes <= UNFOLDED)
        branches.cursor_line = 0
        self.show_status(self.usual_status(), self.notice)

    def _grow(self, node: TreeNode[State], deep: bool) -> None:
        """Make the branches of a node and show them, and those below them too if it is to go deep."""
        self._make(node)
        if not node.is_expanded:  # to expand says so, even where nothing changes
            node.expand()
        for below in node.children if deep else ():
            if below.allow_expand:
                self._grow(below, deep)

    def _make(self, node: TreeNode[State]) -> None:
        """Make the branches of a node that has none yet."""
        tree = self.study.data if self.study else None
        if not isinstance(tree, PositionTree) or node.data is None:
            return
        for move, after in () if node.children else tree.nodes[node.data].moves:
            label = self._label(tree, (node.data, move), after)
            if tree.nodes[after].moves:
                node.add(label, after)
            else:
                node.add_leaf(label, after)

    def _label(self, tree: PositionTree, by: tuple[State, Move] | None, state: State) -> Styled:
        """The move, with its sign where it wins; what it leaves; who wins; the first player's share of the games."""
        game, node = tree.root.game, tree.nodes[state]
        label = Styled()
        if by:
            wins = not node.wins
            label.append(game.format_move(*by) + WINNING * wins + "  ", self._style("win" if wins else ""))
        label.append(say(as_read(Position(game, state))) + "  ")
        winner = tree.winner(state)
        said = _("{player} wins in {plies}") if node.moves else _("{player} has won")
        role = "first" if winner == game.players[0] else "second"
        label.append(said.format(player=words.players(game)[role == "second"], plies=node.plies), self._style(role))
        label.append("  " + figures(f"{node.won:,}/{node.games:,}"), self._style("dim"))
        return label

    # What happens.

    def on_tree_node_expanded(self, event: TreeWidget.NodeExpanded[State]) -> None:
        """Make the branches."""
        self._make(event.node)

    def on_tree_node_highlighted(self, event: TreeWidget.NodeHighlighted[State]) -> None:
        """Say what the position at the cursor is worth."""
        if self.is_ready and self.study and self.study.final:
            self.notice = ""
            self.show_status(self.usual_status())

    def usual_status(self) -> str:
        """On the page of the tree, the position at the cursor and the moves that win there."""
        tree, state = self._tree, self._state
        if tree is None or state is None:
            return super().usual_status()
        game = tree.root.game
        row = tree.nodes[state]
        if not row.moves:
            return _("The game is over here.")
        moves = [game.format_move(state, move) for move in tree.winning(state)]
        mover = words.players(game)[game.turn(state)]
        chance = figures(f"{100 * float(row.chance):.2f} %")
        said = (
            _("{player} wins by {moves}.").format(player=mover, moves=", ".join(moves))
            if moves
            else _("{player} to move loses.").format(player=mover)
        )
        first = words.players(game)[0]
        return f"{said} " + _("At random {first} wins {chance}.").format(first=first, chance=chance)

    def action_play_here(self) -> None:
        """Play from the position at the cursor of the tree, or what the cell leads to."""
        tree, state = self._tree, self._state
        if tree is None or state is None:
            self._play_row()
        elif not tree.nodes[state].moves:
            self.say(_("The game is over here."))
        else:
            self.play(PlayLink(tree.root.game.id, "", Position(tree.root.game, state).text))

    def _play_row(self) -> None:
        """Play from what the row of a table leads to."""
        shown, table = self.table, self.query_one(DataTable)
        cells = shown.rows[table.cursor_row] if shown and table.is_valid_row_index(table.cursor_row) else ()
        link = next((cell.link for cell in cells if isinstance(cell.link, PlayLink)), None)
        if link is None:
            self.say(_("Nothing can be played from here."))
        else:
            self.play(link)

    def action_fold(self) -> None:
        """Unfold or fold the branch at the cursor."""
        self._branches.action_toggle_node()

    def shown_keys(self) -> Sequence[ShownKey]:
        """On the page of the tree also what Enter does."""
        shown = super().shown_keys()
        if self._tree is None or self.is_asking:
            return shown
        return [ShownKey("Enter", _("unfold"), "screen.fold", True), *shown]
