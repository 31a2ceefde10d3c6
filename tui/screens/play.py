"""PlayScreen: a game between two seats, each a person or an engine, with the panel beside the board."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal
from textual.events import Key

from core.game import Move
from core.phrase import Phrase, phrase
from core.play import actions, events
from core.play.events import Event
from core.play.source import Snapshot
from core.players.opponents import ME, unfitted
from core.store.equal import OwnStrength, standing
from core.store.store import Results, Store
from tui.boards.base import Board
from tui.drawing.line import LineOfText, ShownKey
from tui.screens import end_picture, play_picture
from tui.screens.game import GameSource
from tui.screens.play_beside import PlayBeside
from tui.screens.play_keys import CHOICES, footer
from tui.screens.play_panel import PlayPanel
from tui.screens.play_picture import PlayView
from tui.screens.play_table import PlayTable
from tui.screens.story import played
from tui.text import words
from tui.text.catalogue import _, say
from tui.text.clocks import run_out
from tui.text.keys import bindings
from tui.text.seats import player_names, seat_name
from tui.widgets.end_card import EndChoice, EndView
from tui.widgets.panel import Panel, PanelView

_TURNS = (
    *(events.Moved, events.TakenBack, events.MadeAgain, events.Ended, events.Aborted, events.NewGame),
    *(events.Seated, events.Flipped),
)
"""After these somebody else is to move, or may be."""


class PlayScreen(PlayBeside, PlayTable):
    """Play, with undo and redo, hints, and every switch there is."""

    FOCUS = "board"

    BINDINGS: ClassVar[list[BindingType]] = list(
        bindings(
            *("choose", "hint", "marks", "undo", "redo", "panel", "new", "again", "swap", "review"),
            *("claim", "phrases", "abort", "help", "leave"),
            hidden=(
                *("seat_first", "seat_second", "level", "first", "engine", "second_engine", "type_move", "proof"),
                "certificate",
                *("teacher", "resign", "draw", "flip"),
                *("list_up", "list_down", "back", "step", "go_first", "go_last", "move_now", "retry_turn"),
                *("threat", "line", "variation", "drop", "blind", "edit_here", "learn"),
            ),
        )
    )

    def __init__(self, source: GameSource) -> None:
        super().__init__(source)
        self.panel = PlayPanel(self.hall, source, self.refresh_all, self.say)
        self.explained: Phrase | None = None
        """What the opponent says of its last move, until the player does something."""
        self._tally: Results | None = None
        self._own: OwnStrength | None = None
        """How the games of this kind against engines stand, once this one is over."""
        self._choice = 0
        """On which of what can be done once the game is over the cursor is."""
        self._footer: tuple[str, ...] = ()
        self._doubted: Move | None = None
        """The move that the teacher asks about."""
        self._took = source.takes
        self._on_board = source.state.game.id

    def compose_hall(self) -> ComposeResult:
        """The game's widgets."""
        yield from self.compose_game(Horizontal(Panel(PanelView("", ""), id="panel"), id="side"))

    def on_mount(self) -> None:
        """Begin."""
        self.source.listen(self._hear)
        self.keep_focus()
        self.refresh_all()
        self.call_after_refresh(self._begin)

    def _begin(self) -> None:
        self.turn_begins()
        self.source.begin()

    # The course of the game.

    def _hear(self, state: Snapshot, told: tuple[Event, ...]) -> None:
        """Follow what happens; the featured table of a hall goes on with another game."""
        if state.game.id == self._on_board:
            self._follow(state, told)
        elif self.is_ready:
            self.call_next(self._change_game, told)

    async def _change_game(self, told: tuple[Event, ...]) -> None:
        if self._on_board != self.state.game.id:
            await self.change_board()
            self._on_board = self.state.game.id
            self._follow(self.state, told)

    def _follow(self, state: Snapshot, told: tuple[Event, ...]) -> None:
        turns = [event for event in told if isinstance(event, _TURNS)]
        stays = self.ply.back and all(isinstance(event, events.Moved) for event in turns)
        if turns:
            self.turn_begins(stays)
        for event in told:
            self._tell(state, event)
        if turns and stays:
            text = _("{player} has played {move}; End goes back to the game.")
            self.notice = text.format(player=words.players(state.game)[state.positions[-2].turn], move=state.names[-1])
        if self.source.takes != self._took:
            self._took = self.source.takes
            self.show_keys()
        self.refresh_all()

    def _tell(self, state: Snapshot, event: Event) -> None:
        match event:
            case events.Moved(ply, reason) if reason:
                player = Phrase(state.game.players[state.positions[ply - 1].turn])
                self.explained = phrase(
                    "{player} {move}: {reason}", player=player, move=state.names[ply - 1], reason=reason
                )
                if ply - 1 in state.forced:
                    said = _("Time was up: chance played {move}.").format(move=state.names[ply - 2])
                    self.notice = f"{said} {say(self.explained)}"
            case events.NewGame() if state.setup.said:
                self.explained = state.setup.said
            case events.Seated():
                self.hall.remember_setup(state.setup)
                names = player_names(state.seats, full=True)
                self.notice = "  ".join(
                    f"{mark} {name}" for mark, name in zip(words.players(state.game), names, strict=True)
                )
            case events.Flipped():
                self.notice = _("The sides are exchanged: {first} against {second}.").format(
                    first=seat_name(state.game, 0, state.seats), second=seat_name(state.game, 1, state.seats)
                )
            case events.TimeUp(seat) if not state.outcome:
                self.notice = run_out(state, seat)
            case events.DrawOffered(seat) if self.source.mine == {0, 1}:
                self.ask_about_draw(seat)
            case events.DrawDeclined(seat, reason):
                name = seat_name(state.game, seat, state.seats)
                self.notice = _("{player} takes no draw. {reason}").format(player=name, reason=say(reason))
            case events.Ended():
                self._ends()
            case events.Forfeited(error):
                self.notice = f"{say(error)} {_('u takes the game up again; x and o choose another player.')}"
            case events.Failed(error):
                self.notice = (
                    f"{say(error)} {_('u takes back your move; M asks again; x and o choose another player.')}"
                )
            case _:
                self.tell(event)

    def turn_begins(self, stays: bool = False) -> None:
        """Look at the position that has come up, and let the panel's engine do so; a player who looks back may stay there."""
        self.explained, self.notice = self.panel.advice, ""
        self.panel.turn()
        if stays:
            self.panel.ask(self.ply.studied)
        else:
            self.ply.follow()
        self.refresh_all()
        if self.state.outcome is not None:
            self.show_typed(None)

    def looked(self) -> None:
        """Another ply is looked at: the panel's engine turns to it."""
        self.panel.ask(self.ply.studied)
        self.refresh_all()

    @property
    def footer(self) -> tuple[str, ...]:
        """What can be done at this stage of the game."""
        return footer(self.state, bool(self.source.mine), self.ply.back)

    # The end.

    def _ends(self) -> None:
        """The game is over: read how the others of its kind stand."""
        self._choice = 0
        game, counts = self.game, ME in map(unfitted, self.state.seats)

        def stands(store: Store) -> tuple[Results, OwnStrength | None]:
            return store.tally(game.id), OwnStrength.of(standing(store, game)) if counts else None

        self.hall.keeper.read(stands, self._tallied, lambda error: self.say(say(error)))

    def _tallied(self, stands: tuple[Results, OwnStrength | None]) -> None:
        self._tally, self._own = stands
        self.refresh_all()

    @property
    def _choices(self) -> list[EndChoice]:
        """What can be done once the game is over, as far as it applies."""
        keys = {key.binding.action: self.app.get_key_display(key.binding) for key in self.active_bindings.values()}
        return [
            EndChoice(action, keys[action], label)
            for action in CHOICES
            if action in keys and (label := end_picture.label(self.state, action, self.panel.turned))
        ]

    @property
    def _at_end(self) -> bool:
        """Whether the end of the game is what is shown."""
        return self.state.ended and not self.ply.back

    def action_answer_teacher(self, plays: bool) -> None:
        """Make the move that the teacher asks about all the same, or think again."""
        move, self._doubted = self._doubted, None
        self.notice = ""
        self.show_keys()
        if plays and move is not None and self.state.awaited:
            self.source.do(actions.Play(move))
        self.refresh_all()

    def shown_keys(self) -> Sequence[ShownKey]:
        """While the teacher asks, the keys of the answers."""
        if self._doubted is None:
            return super().shown_keys()
        return [
            ShownKey("p", _("play it anyway"), "screen.answer_teacher(True)", True),
            ShownKey("Esc", _("think again"), "screen.answer_teacher(False)", True),
        ]

    async def on_key(self, event: Key) -> None:
        """Answer the teacher; at the end of a game the cursor goes through what can be done now."""
        if self._doubted is not None:
            answers = event.key in ("p", "escape")
            if answers:
                event.stop()
                event.prevent_default()
            self.action_answer_teacher(event.key == "p")
            if answers:
                return
        step = {"up": -1, "down": 1}.get(event.key, 0)
        if self._at_end and self.typed is None and (step or event.key in ("enter", "space")):
            choices = self._choices
            event.stop()
            event.prevent_default()
            if step:
                self._choice = (self._choice + step) % len(choices)
                self.refresh_all()
            else:
                await self.run_action(choices[min(self._choice, len(choices) - 1)].action)

    # What is shown.

    def refresh_all(self) -> None:
        """Show everything anew."""
        if not self.is_ready:
            return
        panel, view = self.panel, self._view()
        if (shown := (*self.footer, str(bool(self.state.match.undone)))) != self._footer:
            self._footer = shown
            self.show_keys()
        self.query_one("#header", LineOfText).show(*play_picture.header(self.state, self.size.width))
        self.board.show(play_picture.board(view))
        if not panel.held or view.analysis or view.over:
            self.query_one(Panel).show(play_picture.panel(view))
        self.show_status(play_picture.status(view), self.notice, play_picture.turn_role(view))

    def _view(self) -> PlayView:
        board, panel = self.board, self.panel
        return PlayView(
            self.state,
            self.ply.at,
            panel.known,
            panel.title(self.ply.studied),
            self.cursor_move,
            board.prompt,
            panel.study,
            panel.on_cells,
            panel.due,
            panel.hint,
            say(self.explained) if self.explained else "",
            self.typed,
            panel.proof(self.ply.position),
            self.size.width,
            self.ply.aside,
            self.blind,
            panel.second(self.ply.studied),
            panel.before,
            self._end if self._at_end and self._panel_seen else None,
            say(blame) if self._at_end and (blame := panel.account.blame) else "",
        )

    @property
    def _end(self) -> EndView:
        choices = self._choices
        at = min(self._choice, max(0, len(choices) - 1))
        told = self.panel.account
        return end_picture.view(self.state, told, played(self.state, told), self._tally, choices, at, self._own)

    @property
    def cursor_move(self) -> Move | None:
        """The move under the cursor, the first where there are several."""
        return self.board.chosen[0] if self.board.chosen else None

    # Moves.

    def on_board_move_chosen(self, message: Board.MoveChosen) -> None:
        """A place was clicked."""
        self.choose_move(message.moves)

    def on_board_cursor_moved(self, message: Board.CursorMoved) -> None:
        """The list and the status follow the cursor."""
        self.notice, self.explained = "", None
        self.refresh_all()

    def action_choose(self) -> None:
        """Play the move under the cursor, before the next key is taken."""
        moves = self.board.take()
        if moves is not None:
            self.choose_move(moves)

    def choose_move(self, moves: tuple[Move, ...]) -> None:
        """Make a move, the one that is asked for where there are several."""
        self.show_typed(None)
        if self.why_not():
            self.say(self.why_not())
        elif not moves:
            waits = not self.state.awaited and not self.ply.back
            self.say(_("It is not your turn.") if waits else self.board.refusal)
        elif len(moves) == 1 or (not self.state.awaited and not self.ply.back):
            self.make_move(moves[0])
        else:
            self.ask_which(moves)

    def make_move(self, move: Move) -> None:
        """Make a move in the game, unless the teacher asks about it first, or in a variation where something else is looked
        at."""
        if self.ply.back:
            self.explore(move)
            return
        asked = "" if not self.state.awaited else self.panel.stop(self.state.position, move, self._count_caution)
        self.explained = None
        if asked:
            self._doubted = move
            self.say(asked)
            self.show_keys()
        else:
            self.source.do(actions.Play(move))

    def action_point_at(self, move: Move) -> None:
        """Put the cursor on a move of the list."""
        if move in self.ply.position.moves:
            self.board.point_at(move)
            self.notice = ""
            self.refresh_all()

    def action_list_up(self) -> None:
        """Point at the next better move."""
        self._step_list(-1)

    def action_list_down(self) -> None:
        """Point at the next worse move."""
        self._step_list(1)

    def _step_list(self, step: int) -> None:
        known = self.panel.known(self.ply.studied)
        if not known or not known.lines:
            self.say(self.why_not() or _("The engine has not answered yet; ask again in a moment."))
        elif not (self.ply.back or self.state.awaited):
            self.say(_("The cursor is there on your own turn, and further back in the game."))
        elif self.ply.back and not self.panel.study:
            self.say(_("The values are hidden; Tab shows them."))
        else:
            at = next((i for i, line in enumerate(known.lines) if line.move == self.cursor_move), None)
            following = 0 if at is None else max(0, min(at + step, len(known.lines) - 1))
            self.action_point_at(known.lines[following].move)
            if following == at:
                self.say(_("That is the best move.") if step < 0 else _("That is the last move of the list."))

    # Actions.

    def action_hint(self) -> None:
        """Climb one rung of the ladder of hints."""
        if self.ply.back:
            self.say(_("Hints are for the game as it stands; End goes back to it."))
            return
        if not self.state.awaited:
            self.say(_("It is not your turn; hints are for your own moves."))
            return
        if self.state.match.allowed is not None and self.state.match.hints >= self.state.match.allowed:
            self.source.do(actions.Hint())  # which says why there is none
            return
        said, move = self.panel.climb(self.state.position, lambda: self.source.do(actions.Hint()))
        if move is not None:
            self.board.point_at(move)
        self.explained = None
        self.say("" if self.panel.hint and self._panel_seen else said)

    def action_marks(self) -> None:
        """Show or hide the values on the cells."""
        self.panel.toggle_marks()
        self.explained = None
        self.say(words.marks_words(self.panel.on_cells))

    def action_panel(self) -> None:
        """Change between the quiet panel and the one with values; in a narrow window show or hide it."""
        if self.has_class("-narrow"):
            super().action_panel()
        else:
            self.panel.toggle_study()
        self.say("")

    def action_proof(self) -> None:
        """Draw a proof on the board that can be seen there, or take it off."""
        said = self.panel.toggle_proof(self.ply.position, self.cursor_move)
        shown = self.panel.proof(self.ply.position) and self.panel.study and self._panel_seen
        self.say("" if shown else said)

    @property
    def _panel_seen(self) -> bool:
        """Whether the panel is on the screen, so that nothing need be told in the status line too."""
        return not self.has_class("-narrow") or self.has_class("-overlay")

    def action_engine(self) -> None:
        """Another engine for the panel."""
        name = self.panel.next_engine(self.ply.studied)
        self.say(_("Engine of the panel: {name}").format(name=name or _("the best")))

    def action_second_engine(self) -> None:
        """Another second engine for the panel, or none."""
        name = self.panel.next_second(self.ply.studied)
        self.say(_("Second engine of the panel: {name}").format(name=name or _("none")))

    def action_teacher(self) -> None:
        """Let the teacher ask about losing moves, or not."""
        on = self.panel.toggle_teacher()
        self.say(words.teacher_words(on))

    def _count_caution(self) -> None:
        self.source.do(actions.Caution())

    async def on_unmount(self) -> None:
        """Keep what the panel knows of the game, for a review of it, and end the engines' processes."""
        known = [found for position in self.state.positions if (found := self.panel.known(position)) and found.lines]
        if known and self.state.moves and not self.state.quiet:
            self.hall.keeper.read(lambda store: store.learn(known), lambda nothing: None, lambda error: None)
        await self.source.close()
        await self.panel.close()
