"""GraphScreen: the map of a game's boards, and beside it the board on which one stands; each move walks along an edge."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical
from textual.events import Click, Resize
from textual.message import Message

from core.game import Game, Move
from core.games import get
from core.position import Position
from core.score import Score
from core.study.graphs.atlas import Atlas, MapNode, code_of
from core.study.study import PlayLink, Study, StudyPicture, StudyQuestion
from tui.boards import board_for
from tui.boards.base import Board, BoardView
from tui.drawing.canvas import Canvas, Row, Span
from tui.drawing.frame import frame, section
from tui.drawing.page import Page
from tui.drawing.studies.graph_map import Sketch, role, sketch
from tui.screens.base.game import play_from
from tui.screens.base.typing import MoveTyping
from tui.screens.study.document import StudyScreen
from tui.text import words
from tui.text.catalogue import _, say
from tui.text.fit import clipped
from tui.text.keys import bindings

MAP = "map"
"""The key of the part that is drawn here."""
LAYERS = ((True, True), (False, False), (True, False), (False, True))
"""Whose edges a chart shows: those of both, of nobody, of the first player alone, of the second alone."""
_ROOM = 62
"""Columns from which on the board has room beside the map."""


class GraphMap(Canvas):
    """The map, with one board to stand on; a click on another tells of it."""

    class Chosen(Message):
        """A board of the map was clicked."""

        def __init__(self, node: int) -> None:
            super().__init__()
            self.node = node

    def __init__(self) -> None:
        super().__init__(id="map")
        self._shown: tuple[Atlas, Position] | None = None
        self._sketch: Sketch | None = None
        self.chosen_layers = 0
        """Which of LAYERS is drawn."""

    def show(self, atlas: Atlas, position: Position) -> None:
        """Show another map, or stand elsewhere."""
        self._shown = (atlas, position)
        self.redraw()

    def draw(self, width: int, height: int) -> Iterable[Row]:
        """The map in its frame, with a row for its signs below."""
        if self._shown is None:
            return []
        atlas, position = self._shown
        wide, high = width, height
        width, height = width - 2, height - 2
        here = atlas.index[code_of(position)]
        named = replace(atlas, players=words.players(position.game))
        self._sketch = drawn = sketch(named, width, height - 1, here, position.turn, LAYERS[self.chosen_layers])
        page = Page(width, height)
        for (x, y), glyph in drawn.glyphs.items():
            page.write(x, y, glyph.char, glyph.role)
        rows = [*page.rows[: height - 1], _legend(position, charted=atlas.charted)]
        turn = _("{player} to move").format(player=named.players[position.turn])
        return frame(wide, high, [section(_("Map"), rows, note=turn)])

    def on_click(self, event: Click) -> None:
        """Tell which board it was."""
        node = self._sketch.at(event.x - 1, event.y - 1) if self._sketch else None
        if node is not None:
            self.post_message(self.Chosen(node))


def _legend(position: Position, *, charted: bool) -> Row:
    """On a chart also whose edges the single and the double lines are."""
    players = words.players(position.game)
    return [
        *([Span(f" {players[0]}─", "first"), Span(f" {players[1]}═  ", "second")] if charted else [Span(" ")]),
        Span("+", "win"),
        Span(f" {_('win')}  ", "dim"),
        Span("-", "lose"),
        Span(f" {_('lose')}  ", "dim"),
        Span("[ ]", "selected"),
        Span(f" {_('you are here')}", "dim"),
    ]


class CurrentBoard(Canvas):
    """The board on which one stands: its number, what it is worth, the ways on, and what is told of it."""

    def __init__(self) -> None:
        super().__init__(id="here")
        self._shown: tuple[Atlas, Position] | None = None
        self._about: Sequence[str] = ()

    def show(self, atlas: Atlas, position: Position, about: Sequence[str]) -> None:
        """Show another board, and where it has no story sentences ``about`` the map."""
        self._shown, self._about = (atlas, position), about
        self.redraw()

    def draw(self, width: int, height: int) -> Iterable[Row]:
        """The frame."""
        if self._shown is None:
            return []
        atlas, position = self._shown
        node = atlas.nodes[atlas.index[code_of(position)]]
        title = _("Board {number} of {count}").format(number=node.number, count=len(atlas.nodes))
        rows = self._ways_on(atlas, position, node, height - 2)
        story = atlas.stories.get(position.text)
        told = [(say(story), "")] if story else [(text, "dim") for text in self._about]
        for text, look in told:
            room = height - 2 - len(rows)
            lines = clipped(text, width - 4, room) if room > 0 else []
            rows += [[Span(f" {line}", look)] for line in lines]
        return frame(width, height, [section(title, rows, note=node.code if len(node.code) < width // 3 else "")])

    @staticmethod
    def _ways_on(atlas: Atlas, position: Position, node: MapNode, height: int) -> list[Row]:
        score = node.scores[position.turn]
        if position.outcome:
            return [[Span(f" {words.result(position.game, position.outcome)}", "strong")]]
        player = words.players(position.game)[position.turn]
        rows: list[Row] = [
            [Span(" " + _("{player} to move: ").format(player=player)), Span(_worth(score), _role(score))],
        ]
        ways = sorted(_ways(atlas, position), key=lambda way: _order(way[2]), reverse=True)
        for move, after, worth in ways[: max(1, height - 2)]:
            row = [
                Span(f" {position.name(move):<6}", "strong"),
                Span(
                    f"→ {after.name if after else '…':<4} ", role(after, position.turn) if after and not worth else ""
                ),
                Span(_worth(worth), _role(worth)),
            ]
            rows.append([span._replace(action=f"screen.walk({move})") for span in row])
        if len(ways) > max(1, height - 2):
            rows[-1] = [Span(" " + words.and_more(len(ways) - len(rows) + 2, lose=False), "dim")]
        return rows


def _ways(atlas: Atlas, position: Position) -> Iterable[tuple[Move, MapNode | None, Score | None]]:
    """The moves, each with the board to which it leads and its worth, None where that is beyond the map or not known."""
    for move in position.moves:
        after = position.play(move)
        at = atlas.index.get(code_of(after))
        node = None if at is None else atlas.nodes[at]
        score = node.scores[after.turn] if node else None
        yield move, node, score.before(after.turn != position.turn) if score else None


def _order(score: Score | None) -> tuple[float, int, int]:
    return score.rank if score else (0.0, -1, 0)


def _worth(score: Score | None) -> str:
    return f"{words.value_word(score)} {words.distance(score)}".rstrip() if score else "?"


def _role(score: Score | None) -> str:
    return words.role(score) if score else "guess"


class GraphScreen(StudyScreen):
    """The graph of a game. On the page of the map the board has the keys, and what is played there is a step on the map."""

    CSS_PATH = ["document.tcss", "graph.tcss"]  # noqa: RUF012, declared by Textual as a class variable

    BINDINGS: ClassVar[list[BindingType]] = [
        *bindings(
            *("choose", "undo", "next_part", "restart", "play_here", "open", "table", "sources", "subject"),
            *("help", "leave"),
            hidden=("layers", "previous_part"),
        )
    ]

    def __init__(self, question: StudyQuestion) -> None:
        super().__init__(question)
        self.typing: MoveTyping = MoveTyping(self, self)
        self.way: list[Position] = []
        """The positions on which one has stood; one stands on the last."""
        self._board: Board | None = None
        self._boards = 0

    # What is there.

    def compose_page(self) -> ComposeResult:
        """Also the map and what is beside it."""
        with Horizontal(id="walk"):
            yield GraphMap()
            with Vertical(id="stand"):
                yield CurrentBoard()
        yield from super().compose_page()

    @property
    def atlas(self) -> Atlas | None:
        """The graph, None while nothing is known."""
        return self.study.data if self.study else None

    @property
    def game(self) -> Game:
        """The game on whose boards one stands, and before that the one that is asked about."""
        return self.position.game if self.way else super().game

    @property
    def position(self) -> Position:
        """Where one stands."""
        return self.way[-1]

    @property
    def board(self) -> Board:
        """The board on which one stands."""
        assert self._board, "there is a board as soon as there is a map"
        return self._board

    @property
    def on_board(self) -> Position:
        """Where one stands."""
        return self.position

    @property
    def takes_moves(self) -> bool:
        """Whether the map is seen and no question is typed."""
        return self.on_map and self._board is not None and not self.is_asking

    def why_not(self) -> str:
        """No step leads on from the end of the game."""
        return (
            _("The game is over here; {key:undo} goes back, {key:restart} to the start, a click anywhere.")
            if self.position.outcome
            else ""
        )

    @property
    def on_map(self) -> bool:
        """Whether the map is seen."""
        return bool(self.way) and self.part is not None and self.part.key == MAP

    def ask(self, question: StudyQuestion) -> None:
        """Ask; unless it is about the place where one stands, the way begins anew."""
        if not self.way or question.position != self.position.text:
            self.way = []
        super().ask(question)

    def _hear(self, study: Study) -> None:
        if not self.way:
            self.way = [Position.from_text(get(study.data.game), study.data.position)]
        self._mount_board()
        super()._hear(study)

    def _mount_board(self) -> None:
        """A board for the game."""
        if not self.is_ready or (self._board and self._board.position.game == self.position.game):
            return
        if self._board:
            self._board.remove()
        self._boards += 1
        self._board = board_for(self.position, f"board{self._boards}")
        self.query_one("#stand").mount(self._board, before=0)

    # What is shown.

    def show_page(self) -> None:
        """The map, or a page as any other."""
        self.set_class(self.on_map, "-map")
        if not self.on_map or self._board is None or self.atlas is None:
            super().show_page()
            return
        position, last = self.position, None
        if len(self.way) > 1:
            before = self.way[-2]
            last = next((move for move in before.moves if before.play(move) == position), None)
        self._board.show(BoardView(position, last, _("Board"), "", active=position.outcome is None))
        self.query_one(GraphMap).show(self.atlas, position)
        self.query_one(CurrentBoard).show(self.atlas, position, self._about())
        if self._board.is_attached:
            self.give_keys_to(self._board)

    def _about(self) -> list[str]:
        """How much of the game the map has."""
        part = self.part
        return [say(note) for note in part.notes] if isinstance(part, StudyPicture) else []

    def usual_status(self) -> str:
        """On the map what can be done there."""
        if not self.on_map or self._board is None:
            return super().usual_status()
        if self.typing.typed is not None:
            return _("Move: {typed}").format(typed=self.typing.written)
        return (
            self.why_not()
            or self._board.prompt
            or _("{key:choose} plays {move}; a click on a board of the map goes there.").format(
                move=self.position.name(self._board.chosen[0])
            )
        )

    def on_resize(self, event: Resize) -> None:
        """In a narrow window the map is alone."""
        self.set_class(event.size.width < _ROOM, "-alone")
        super().on_resize(event)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Steps are made on the map only."""
        if action in ("choose", "undo", "restart", "play_here"):
            return self.on_map
        if action == "layers":
            return self.on_map and self.atlas is not None and self.atlas.charted
        return super().check_action(action, parameters)

    # What is done.

    def action_choose(self) -> None:
        """Make the move at the cursor of the board."""
        moves = self._board.take() if self._board else None
        if moves is not None:
            self.choose_move(moves)

    def on_board_move_chosen(self, message: Board.MoveChosen) -> None:
        """A place of the board was clicked."""
        self.choose_move(message.moves)

    def on_board_cursor_moved(self, message: Board.CursorMoved) -> None:
        """The status follows the cursor."""
        self.notice = ""
        self.refresh_all()

    def choose_move(self, moves: tuple[Move, ...]) -> None:
        """Walk along the edge of a move, the one that is asked for where there are several."""
        self.typing.choose(moves)

    def make_move(self, move: Move) -> None:
        """Make a move."""
        if move in self.position.moves:
            self._stand(self.position.play(move))

    def on_graph_map_chosen(self, message: GraphMap.Chosen) -> None:
        """Go to a board that was clicked: by a move where one leads there, else at once, with the same player to move."""
        if self.atlas is None:
            return
        node = self.atlas.nodes[message.node]
        steps = (self.position.play(move) for move in self.position.moves)
        step = next((after for after in steps if code_of(after) == node.code), None)
        text = node.texts[self.position.turn] or node.texts[1 - self.position.turn]
        if step is None and text is not None and node.code != code_of(self.position):
            step = Position.from_text(self.game, text)
        if step is not None:
            self._stand(step)

    def _stand(self, position: Position) -> None:
        """Stand on another board; where it is beyond the map, another map is asked for."""
        self.way.append(position)
        self.notice = ""
        if self.atlas and code_of(position) in self.atlas.index:
            self.refresh_all()
        else:
            self.ask(StudyQuestion(self.question.topic, self.question.arguments, "", position.text))

    def action_undo(self) -> None:
        """A step back."""
        if len(self.way) < 2:
            self.say(_("The walk began here."))
            return
        self.way.pop()
        self._stand(self.way.pop())

    def action_restart(self) -> None:
        """To the start of the game."""
        start = Position.start(self.game)
        if self.way == [start]:
            self.say(_("This is the start of the game."))
            return
        self.way = []
        self._stand(start)

    def action_layers(self) -> None:
        """Show the edges of nobody, of one player alone, of the other, and of both again, and tell which boards they miss."""
        atlas, chart = self.atlas, self.query_one(GraphMap)
        assert atlas
        chart.chosen_layers = (chart.chosen_layers + 1) % len(LAYERS)
        shown = LAYERS[chart.chosen_layers]
        self.refresh_all()
        if all(shown):
            self.say(_("The edges of both."))
        elif not any(shown):
            self.say(_("The boards alone; {key:layers} adds the edges of each player."))
        else:
            player = shown.index(True)
            mine = [edge for edge in atlas.edges if edge.players[player]]
            touched = {node for edge in mine for node in (edge.start, edge.end)}
            missed = [str(node.number) for at, node in enumerate(atlas.nodes) if at not in touched]
            self.say(
                _("Edges of {player}: {number}. Boards without such edges: {boards}.").format(
                    player=words.players(self.game)[player], number=len(mine), boards=", ".join(missed) or "-"
                )
            )

    def action_play_here(self) -> None:
        """Play from where one stands."""
        if self.way and self.position.outcome:
            self.say(self.why_not())
        elif self.way:
            self.say(play_from(self.hall, PlayLink(self.game.id, "", self.position.text)))

    def keep_focus(self) -> None:
        """On the map the board has the keys."""
        if self.on_map and self._board is not None and self.focused is None:
            self._board.focus()
        else:
            super().keep_focus()
