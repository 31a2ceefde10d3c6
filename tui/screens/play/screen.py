"""PlayScreen: a game between two seats, each a person or an engine, with the panel beside the board."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import ClassVar

from textual import work
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal
from textual.events import Key

from core.analysis import Analysis
from core.explain import is_guess
from core.game import Game, Move, Remark
from core.phrase import Phrase, phrase
from core.play import actions, events
from core.play.events import Event
from core.play.source import Snapshot
from tui.boards.base import Board
from tui.drawing.line import LineOfText
from tui.game.variations import Variations
from tui.screens.base import picture
from tui.screens.base.game import COPIES, GameScreen, GameSource, play_on
from tui.screens.base.keyboard import Now, applies, footer
from tui.screens.base.lists import pick_engine
from tui.screens.base.picture import PlayView
from tui.screens.base.typing import MoveTyping
from tui.screens.play.course import COMMANDS, COURSE, GameActions
from tui.screens.play.end import EndOfGame
from tui.screens.play.knowledge import PlayPanel
from tui.screens.play.table import TALK, TableTalk
from tui.screens.play.teacher import TeacherQuestion
from tui.text import words
from tui.text.catalogue import _, say
from tui.text.clocks import run_out
from tui.text.company import quiet_words
from tui.text.keys import bindings
from tui.text.seats import player_names, seat_name
from tui.widgets.panel import EndCard, Panel, PanelView

_NO_TURNS = (events.Signal.SERIES_OVER, events.Signal.PREPARED, events.Signal.LEFT)
"""The signals after which the same side is to move; after any other, a move or an end, another may be."""
_ASIDE = {"variation": Variations.next, "drop": Variations.drop, "threat": Variations.threaten}
"""The actions that look at something beside the game, and what each does."""
_LIST = {"list_up": -1, "list_down": 1}
"""The actions that point at another move of the list, and how far down it is."""
_PARTS = {"aside": _ASIDE, "command": COMMANDS, "course": COURSE, "list": _LIST, "talk": TALK}
"""The actions that the screen hands on, by the method that does."""


class PlayScreen(GameScreen):
    """Play, with undo and redo, hints, and every switch there is."""

    FOCUS = "board"

    BINDINGS: ClassVar[list[BindingType]] = [
        *bindings(
            *("choose", "hint", "marks", "undo", "redo", "panel", "new", "again", "swap", "review"),
            *("claim", "phrases", "abort", "help", "leave"),
            hidden=(
                *("seat_first", "seat_second", "level", "first", "engine", "second_engine", "type_move", "proof"),
                "think_on",
                "certificate",
                *("teacher", "resign", "draw", "flip", "agree", "refuse"),
                *("list_up", "list_down", "back", "step", "go_first", "go_last", "move_now", "retry_turn"),
                *("threat", "line", "variation", "drop", "blind", "edit_here", "learn", "rules"),
                *("copy_moves", "copy_position"),
            ),
            in_menu=("settings", "theme", "clock"),
            runs={action: f"{part}({action!r})" for part, names in _PARTS.items() for action in names} | COPIES,
        ),
    ]

    source: GameSource
    ply: Variations
    _now: Now | None = None

    def __init__(self, source: GameSource) -> None:
        super().__init__(source)
        self.ply = Variations(source)
        self.panel = PlayPanel(self.hall, source, self.show_report, self.say)
        self.typing: MoveTyping = MoveTyping(self, self, lambda: self.ply.back or self.source.mine == {0, 1})
        self._talk = TableTalk(self, source)
        self._teacher = TeacherQuestion(self, source, self.panel)
        self._end = EndOfGame(self, self.panel)
        self._course = GameActions(self, source)
        self.blind = False
        """Whether the pieces are hidden."""
        self.explained: Phrase | None = None
        """What the opponent says of its last move, until the player does something."""
        self._footer: tuple[Sequence[str], bool] = (), False
        self._took = source.takes
        self._quiet = source.state.quiet
        self._on_board = source.state.match.game.id

    def compose_hall(self) -> ComposeResult:
        """The game's widgets."""
        side = Horizontal(Panel(PanelView("", ""), id="panel"), EndCard(PanelView("", ""), id="end"), id="side")
        yield from self.compose_game(side, self.typing.box, self._teacher.line)

    def on_mount(self) -> None:
        """Begin."""
        self.source.listen(self._hear)
        self.keep_focus()
        self.call_after_refresh(self._begin)

    def _begin(self) -> None:
        self.turn_begins()
        self.panel.measure()
        self.source.begin()

    # The course of the game.

    def _hear(self, state: Snapshot, told: tuple[Event, ...]) -> None:
        """Follow what happens; the featured table of a hall goes on with another game."""
        if state.match.game.id == self._on_board:
            self._follow(state, told)
        elif self.is_ready:
            self.call_next(self._change_game, told)

    async def _change_game(self, told: tuple[Event, ...]) -> None:
        if self._on_board != self.state.match.game.id:
            await self.change_board()
            self._on_board = self.state.match.game.id
            self._follow(self.state, told)

    def _follow(self, state: Snapshot, told: tuple[Event, ...]) -> None:
        turns = [
            event
            for event in told
            if isinstance(event, events.Signal | events.Moved | events.Ended) and event not in _NO_TURNS
        ]
        stays = self.ply.back and all(isinstance(event, events.Moved) for event in turns)
        if turns:
            self.turn_begins(stays)
        elif state.quiet != self._quiet:
            self.panel.ask(self.ply.studied)
        self._quiet = state.quiet
        for event in told:
            self._tell(state, event)
        if turns and stays:
            text = _("{player} has played {move}; {key:go_last} goes back to the game.")
            self.notice = text.format(
                player=words.players(state.match.game)[state.match.positions[-2].turn], move=state.match.names[-1]
            )
        if self.source.takes != self._took:
            self._took = self.source.takes
            self.show_keys()
        self.refresh_all()

    def _tell(self, state: Snapshot, event: Event) -> None:
        match event:
            case events.Moved(ply, reason) if reason:
                player = Phrase(state.match.game.players[state.match.positions[ply - 1].turn])
                self.explained = phrase(
                    "{player} {move}: {reason}", player=player, move=state.match.names[ply - 1], reason=reason
                )
                if ply == 1:
                    self.explained = state.course.setup.introduced(state.match.players) or self.explained
                if state.match.remark(ply - 1) is Remark.FORCED:
                    said = _("Time was up: {move} was played at random.").format(move=state.match.names[ply - 2])
                    self.notice = f"{said} {say(self.explained)}"
            case events.Signal.SEATED:
                self.panel.measure()
                self.hall.remember_setup(state.course.setup)
                names = player_names(state.match.players, full=True)
                self.notice = "  ".join(
                    f"{mark} {name}" for mark, name in zip(words.players(state.match.game), names, strict=True)
                )
            case events.Signal.FLIPPED:
                self.notice = _("The sides are swapped: {first} against {second}.").format(
                    first=seat_name(state.match.game, 0, state.match.players),
                    second=seat_name(state.match.game, 1, state.match.players),
                )
            case events.TimeUp(seat) if not state.match.outcome:
                self.notice = run_out(state, seat)
            case events.DrawOffered(seat) if self.source.mine == {0, 1}:
                self._course.ask_about_draw(seat)
            case events.DrawDeclined(seat, reason):
                name = seat_name(state.match.game, seat, state.match.players)
                self.notice = _("{player} declines the draw. {reason}").format(player=name, reason=say(reason))
            case events.Signal.NEW_GAME:
                self.panel.measure()
                self.ply.kept.clear()
                self.explained = state.course.setup.introduced(state.match.players) or self.explained
            case events.Ended():
                self._end.begins()
                self.query_one(EndCard).begin()
            case events.Forfeited(error):
                more = _("{key:undo} resumes the game; {key:leave} goes home, where you can choose another player.")
                self.notice = f"{say(error)} {more}"
            case events.Failed(error):
                more = _(
                    "{key:undo} takes back your move; {key:move_now} asks again; {key:seat_first} and {key:seat_second} "
                    "choose another player."
                )
                self.notice = f"{say(error)} {more}"
            case _ if (told := self._talk.told(event)) is not None:
                self.notice = told
                self.show_keys()
            case _:
                self.tell(event)

    def turn_begins(self, stays: bool = False) -> None:
        """Look at the position that has come up, and let the panel's engine do so; a player who looks back may stay there."""
        self.explained, self.notice = self.panel.switches.advice, ""
        self.panel.turn()
        if stays:
            self.panel.ask(self.ply.studied)
        else:
            self.ply.follow()
        self.refresh_all()
        if self.state.match.outcome is not None:
            self.typing.close()

    def looked(self) -> None:
        """Another ply is looked at: the panel's engine turns to it."""
        self.panel.ask(self.ply.studied)
        self.refresh_all()

    @property
    def valued(self) -> Sequence[Game]:
        """None while values are hidden, nor at a table of one's own, where the hall tells what one may know."""
        at_table = self.state.company is not None and self.source.mine
        return () if self.state.quiet or at_table else super().valued

    @property
    def footer(self) -> Sequence[str]:
        """What can be done at this stage of the game."""
        return footer(self.now)

    @property
    def verbs(self) -> Mapping[str, str]:
        """What becomes of the pieces, and at the end what its card says."""
        return {**self._end.verbs, **({"blind": _("show the pieces")} if self.blind else {})}

    # What is shown.

    def show_all(self) -> None:
        """Show everything anew."""
        if not self.is_ready:
            return
        panel, view = self.panel, self._view()
        if self.has_class("-ended") != (view.end is not None):
            self.set_class(view.end is not None, "-ended")
            self.set_focus(None)
            self.keep_focus()  # before the footer is made, which tells what the widget with the focus does
        if (shown := (self.footer, self.now.thinks_on)) != self._footer:
            self._footer = shown
            self.show_keys()
        self.query_one("#header", LineOfText).show(*picture.header(self.state, self.size.width))
        board = self.board
        board.show(picture.board(view))
        view = replace(
            view,
            goal_on_board=self._board_seen and board.shows_goal,
            cursor=self.cursor_move,
            prompt=board.prompt,
            signs=board.signs,
        )
        if not panel.held or view.analysis or view.over:
            self.query_one("#end" if view.end else "#panel", Panel).show(picture.panel(view))
        self.show_status(picture.status(view), self.notice, picture.turn_role(view))

    def _view(self) -> PlayView:
        """What is shown, without what the board decides once it has another position."""
        panel, studied = self.panel, self.ply.studied
        return PlayView(
            state=self.state,
            at=self.ply.at,
            known=panel.analyst.known,
            account=panel.analyst.account,
            engine=panel.title(studied),
            cursor=None,
            prompt="",
            study=panel.switches.study,
            on_cells=panel.switches.on_cells,
            due=panel.switches.due,
            panel_seen=self._panel_seen,
            counts=panel.switches.counts,
            strength=panel.strength,
            hint=panel.hint,
            explained=say(self.explained) if self.explained else "",
            guessed=self.explained is not None and is_guess(self.explained),
            typed=self.typing.typed,
            written=self.typing.written,
            proof=panel.proof(self.ply.position),
            width=self.size.width,
            height=self.size.height,
            aside=self.ply.aside,
            blind=self.blind,
            second=panel.second(studied),
            before=panel.analyst.before,
            lost=panel.lost(studied),
            end=self._end.view if self._end.here and self._panel_seen else None,
            blame=say(blame) if self._end.here and (blame := panel.analyst.account(self.state).blame) else "",
        )

    @property
    def cursor_move(self) -> Move | None:
        """The move under the cursor, the first of several; None as long as the board shows another position."""
        chosen = self.board.chosen if self.board.position == self.ply.position else ()
        return chosen[0] if chosen else None

    # Keys.

    async def on_key(self, event: Key) -> None:
        """Take no keys that were typed for a game which is over by now."""
        if self._end.fresh and self._end.here and (event.is_printable or event.key == "enter"):
            event.stop()
            event.prevent_default()  # or Textual calls that of all screens too

    @property
    def status_lines(self) -> Sequence[LineOfText]:
        """Also that of the teacher's question."""
        return (*super().status_lines, self._teacher.line)

    def step_back(self) -> bool:
        """Then back from what is looked at beside the game, and from the card of its end."""
        if super().step_back():
            return True
        if self.ply.back:
            self.action_go_last()
        elif self._end.here and self._panel_seen:
            self._end.closed = True
            self.refresh_all()
        else:
            return False
        return True

    def keep_focus(self) -> None:
        """The card of the end has the keys while it is seen, else the board."""
        if self.focused is None and self._end.here and self._panel_seen:
            self.set_focus(self.query_one(EndCard))
        else:
            super().keep_focus()

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

    @property
    def takes_moves(self) -> bool:
        """Moves can be typed at any time; where none can be made it is said why."""
        return True

    def why_not(self) -> str:
        """Why no move can be made, now or in a moment; empty where one can."""
        if self.ply.threatened:
            return _("This is what the other side threatens; {key:go_last} goes back to the game.")
        if self.ply.back:
            return _("The line ends here; {key:go_last} goes back to the game.") if self.ply.position.outcome else ""
        if self.state.match.outcome:
            return _("The game is over.") if self.state.company else _("The game is over; {key:again} plays another.")
        if self.source.mine:
            return ""
        if actions.Sit not in self.source.takes:
            return _("You're watching. {key:back} and {key:step} step through the game.")
        return _("Engines play this game; {key:seat_first} and {key:seat_second} choose other players.")

    def choose_move(self, moves: tuple[Move, ...]) -> None:
        """Make a move, the one that is asked for where there are several; while others are to move, none is."""
        if self.state.awaited or self.ply.back or self.why_not():
            self.typing.choose(moves)
        elif moves:
            self.typing.close()
            self.make_move(moves[0])
        else:
            self.say(_("It is not your turn."))

    def make_move(self, move: Move) -> None:
        """Make a move in the game, unless the teacher asks about it first, or in a variation where something else is looked
        at."""
        if self.ply.back:
            self._explore(move)
            return
        self.explained = None
        if not self._teacher.asks(move):
            self.source.do(actions.Play(move))

    def action_point_at(self, move: Move) -> None:
        """Put the cursor on a move of the list."""
        if move in self.ply.position.moves:
            self.board.point_at(move)
            self.notice = ""
            self.refresh_all()

    def action_list(self, name: str) -> None:
        """Point at the next better or worse move."""
        known, step = self.known_here, _LIST[name]
        if not known or not known.lines:
            lost = self.panel.lost(self.ply.studied)
            self.say(self.why_not() or lost or _("The engine has not answered yet; ask again in a moment."))
        elif not (self.ply.back or self.state.awaited):
            self.say(_("The cursor appears on your own turn, and further back in the game."))
        elif self.ply.back and not self.panel.switches.study:
            self.say(_("The values are hidden; {key:panel} shows them."))
        else:
            at = next((i for i, line in enumerate(known.lines) if line.move == self.cursor_move), None)
            following = 0 if at is None else max(0, min(at + step, len(known.lines) - 1))
            self.action_point_at(known.lines[following].move)
            if following == at:
                self.say(_("That is the best move.") if step < 0 else _("That is the last move in the list."))

    # What is looked at beside the game.

    def _explore(self, move: Move) -> None:
        if move in self.ply.position.moves:
            self.ply.explore(move)
            self._walked("")
        else:  # chosen in the position that was there before
            self.say(self.board.refusal)

    def _walked(self, said: str) -> None:
        """Show what is looked at by now, and say what there is to say of it."""
        self.notice = said
        self.looked()

    def action_aside(self, name: str) -> None:
        """Look at the next variation or at the other side's threat, or drop the variation that is looked at."""
        self._walked(_ASIDE[name](self.ply))

    def action_line(self) -> None:
        """Play on the board what the panel expects after the move at the cursor, or take it off the board."""
        if self.ply.threatened:
            self.action_step()
        else:
            self._walked(self.ply.expect(self.panel.analyst.known(self.ply.position), self.cursor_move))

    def action_step(self) -> None:
        """Forward one ply, at its end by the next move of a line of the panel."""
        if self.ply.goes_on:
            self._walked(self.ply.go_on(self.known_here))
        else:
            super().action_step()

    def action_go_last(self) -> None:
        """To the game as it stands."""
        if self.ply.back:
            self.ply.follow()
            self._walked("")
        else:
            super().action_go_last()

    @property
    def known_here(self) -> Analysis | None:
        """What the panel knows of the position that it looks at."""
        return self.panel.analyst.known(self.ply.studied)

    def action_blind(self) -> None:
        """Hide the pieces, or show them again."""
        self.blind = not self.blind
        self.say(
            _("The pieces are hidden; the menu shows them again.") if self.blind else _("The pieces are shown again.")
        )

    # What changes the course of the game.

    def action_command(self, name: str) -> None:
        """Have the game carry out a command: make undone moves again, move now, begin the next game, turn the board."""
        self.notice = ""
        self.source.do(COMMANDS[name])

    @work
    async def action_course(self, name: str) -> None:
        """Change the course of the game, perhaps after a question."""
        await COURSE[name](self._course)

    def action_review(self) -> None:
        """Look at the finished game move by move."""
        self.hall.review(self.source.archive, self.panel.analyst.known)

    def action_retry_turn(self) -> None:
        """Play on from before one's own mistake, as a new game."""
        if (ply := self.panel.retried) is not None:
            play_on(self.hall, self.state, ply)

    def action_teacher(self) -> None:
        """Let losing moves be asked about, or not."""
        self.say(words.teacher_words(self.panel.switches.toggle_teacher()))

    def action_strength(self, strength: str) -> None:
        """Give the engines a strength, as a choice of the end of a game does."""
        self._course.strength(strength)

    def action_draw(self) -> None:
        """Answer the draw that the other side offers, or offer one before one's own move."""
        self._course.draw()

    def action_leave(self) -> None:
        """Go home; a game going on is found again under Continue. Only where somebody or a clock waits is asked first."""
        self.run_worker(self._course.leave())

    # What is done at a table.

    @work
    async def action_talk(self, name: str) -> None:
        """Answer, speak, or end the game, as the players of a table do."""
        await TALK[name](self._talk)

    # Actions.

    @property
    def now(self) -> Now:
        """What decides which actions apply, found once for a state."""
        if self._now is None or self._now.state is not self.state:
            self._now = Now(
                self.state,
                self.source.takes,
                plays=bool(self.source.mine),
                back=self.ply.back,
                narrow=self.has_class("-narrow"),
                thinks_on=self.panel.thinks_on,
                retries=self.panel.retried is not None,
                asked=self._talk.asked is not None,
                served=self.hall.surroundings.served,
            )
        return self._now

    def forget_keys(self) -> None:
        """Also what decides on them."""
        super().forget_keys()
        self._now = None

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Which keys apply now."""
        return applies(str(parameters[0]) if action in _PARTS else action, self.now)

    def action_undo(self) -> None:
        """Take back your move and the engine's answer, while it is still thinking only yours; in a variation its last move; at
        a table where the other side asks to take one back, answer."""
        if self.ply.aside:
            self._walked(self.ply.shorten())
        elif self._talk.asked_to_undo:
            self.run_worker(self._talk.answer_undo())
        else:
            self.source.do(actions.Command.UNDO)

    def action_hint(self) -> None:
        """Climb one rung of the ladder of hints."""
        if self.ply.back:
            self.say(_("Hints are for the current position; {key:go_last} goes back to it."))
            return
        if not self.state.awaited:
            self.say(_("It is not your turn; hints are for your own moves."))
            return
        if self.state.match.allowed is not None and self.state.match.hints >= self.state.match.allowed:
            self.source.do(actions.Command.HINT)  # which says why there is none
            return
        said, move = self.panel.climb(self.state.match.position, lambda: self.source.do(actions.Command.HINT))
        if move is not None:
            self.board.point_at(move)
        self.explained = None
        self.say("" if self.panel.hint and self._panel_seen else said)

    def action_marks(self) -> None:
        """Show or hide the values on the cells, or in the panel where that lies over the board."""
        self.explained = None
        if not self._board_seen:
            self.say(self.panel.toggle_study())
        else:
            self.say(self.panel.switches.toggle_marks() or words.marks_words(self.panel.switches.on_cells))

    def action_panel(self) -> None:
        """Change between the quiet panel and the one with values; in a narrow window show or hide it."""
        said = ""
        if self.has_class("-narrow"):
            super().action_panel()
        elif self.state.quiet:
            said = quiet_words(self.state)
        else:
            said = self.panel.toggle_study()
        self.say(said)

    def action_think_on(self) -> None:
        """Let the engine of the panel think longer."""
        self.say(self.panel.think_on())

    def action_proof(self) -> None:
        """Draw a proof on the board that can be seen there, or take it off."""
        said = self.panel.toggle_proof(self.ply.position, self.cursor_move)
        shown = self.panel.proof(self.ply.position) and self.panel.switches.study and self._panel_seen
        self.say("" if shown else said)

    @property
    def _board_seen(self) -> bool:
        """Whether the panel does not lie over the board."""
        return not (self.has_class("-narrow") and self.has_class("-overlay"))

    @property
    def _panel_seen(self) -> bool:
        """Whether the panel is on the screen, so that nothing need be told in the status line too."""
        return not self.has_class("-narrow") or self.has_class("-overlay")

    @work
    async def action_engine(self) -> None:
        """Choose the engine of the panel."""
        title, best = phrase("Engine of the panel"), phrase("the best")
        name = await pick_engine(self, title, best, self.panel.engines(), self.panel.engine)
        if name is not None:
            self.panel.choose_engine(name, self.ply.studied)
            self.say(_("Engine of the panel: {name}").format(name=name or say(best)))

    @work
    async def action_second_engine(self) -> None:
        """Choose the second engine of the panel, or none."""
        title, none = phrase("Second engine of the panel"), phrase("none")
        names = self.panel.second_engines(self.ply.studied)
        name = await pick_engine(self, title, none, names, self.panel.second_engine)
        if name is not None:
            self.panel.choose_second(name, self.ply.studied)
            self.say(_("Second engine of the panel: {name}").format(name=name or say(none)))

    async def on_unmount(self) -> None:
        """Keep what the panel knows of the game, for a review of it, and end the engines' processes."""
        known = [
            found
            for position in self.state.match.positions
            if (found := self.panel.analyst.known(position)) and found.lines
        ]
        if known and self.state.match.moves and not self.state.quiet:
            self.hall.keeper.read(lambda store: store.learn(known), lambda nothing: None, lambda error: None)
        await self.source.close()
        await self.panel.close()
