"""The picture of the play screen: header, board, panel and status, drawn from one value."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from rich.cells import cell_len

from core.analysis import Analysis
from core.errors import CoreError
from core.explain import effect, notes, why
from core.explain.words import ProofPicture
from core.game import Move, Player
from core.play.match import REPETITIONS
from core.play.seats import person
from core.play.source import Snapshot
from core.players.opponents import HUMAN, ME, Fitted, parse
from core.position import Position, other
from core.records.equal import OwnStrength
from core.review.account import Account, Lookup
from core.score import Score
from core.strategies.levels import ALL_LEVELS, levels_of
from tui.boards.base import SEATS, BoardView
from tui.drawing.canvas import Row, Span, bar, width_of
from tui.drawing.cell import CellMark
from tui.drawing.line import plain_row
from tui.game.variations import Aside, AsideKind
from tui.screens.base.story import (
    cell_marks,
    game_of_series,
    informed,
    judged_own,
    last_judged,
    own_proof,
    passed_on,
    played,
    points,
    progress,
)
from tui.screens.base.window import USUAL_COLUMNS
from tui.text import company, words
from tui.text.catalogue import _, ngettext, rendered, say
from tui.text.clocks import clock_text
from tui.text.explained import column
from tui.text.fit import shorten
from tui.text.seats import player_name, seat_name, short_level
from tui.widgets.end_card import EndView
from tui.widgets.graph import Curve
from tui.widgets.panel import PanelView, QuietView, Second

MIN_NAME = 9
"""Characters of the name of a game that the header keeps at least."""
FULL, EMPTY = "▓", "░"
BAR = 14
"""Columns that tell how much of what an engine may search it has."""
LONG_SECONDS = 1.0
"""An engine that thinks no longer than this need not say how far it is."""


@dataclass(frozen=True)
class PlayView:
    """Everything that the play screen shows."""

    state: Snapshot
    """The game as it stands."""
    at: int
    """The ply on the board, of the game or of a line beside it."""
    known: Lookup
    """What is known of positions."""
    account: Callable[[Snapshot], Account]
    """A game or a line beside it with what is known of it."""
    engine: str
    """The name of the one that analyses."""
    cursor: Move | None
    """The move under the board's cursor."""
    prompt: str
    """What the board says of the cursor."""
    study: bool
    """Whether the panel shows values."""
    on_cells: bool
    """Whether the cells show values."""
    due: bool
    """Whether the player has had time to think before values come."""
    goal_on_board: bool = False
    """Whether the frame of the board is seen and has the goal of the game."""
    panel_seen: bool = True
    """Whether the panel is on the screen."""
    counts: bool = False
    """Whether the player's strength is measured by this game."""
    signs: tuple[str, str] = ("", "")
    """What stands on the board around the cursor and around the last move."""
    strength: OwnStrength | None = None
    """The player's own strength, where it is known and measured by this game."""
    hint: str = ""
    """The rung of the ladder of hints that was climbed last."""
    explained: str = ""
    """What the opponent says of its last move."""
    guessed: bool = False
    """Whether it says what it guesses."""
    typed: str | None = None
    """What is typed of a move so far; None while nothing is."""
    written: str = ""
    """What is typed, with the cursor in it."""
    proof: ProofPicture | None = None
    """What is drawn on the board instead of values."""
    width: int = 80
    """Columns of the screen."""
    height: int = 24
    """Rows of the screen."""
    aside: Aside | None = None
    """The line beside the game that is looked at."""
    blind: bool = False
    """Whether the board hides its pieces."""
    second: Second | None = None
    """What a second engine says."""
    before: int | None = None
    """How many questions of others are put before that of the panel; None: it thinks."""
    lost: str = ""
    """Why the panel will have no answer."""
    end: EndView | None = None
    """What is told of the end of the game, where that is shown."""
    blame: str = ""
    """Who messed up when, once the game is over and that is known."""

    @property
    def shown(self) -> Snapshot:
        """The game, or what it would be along the line beside it."""
        return self.aside.state if self.aside else self.state

    @property
    def own(self) -> frozenset[int]:
        """The seats of the people at this keyboard."""
        return frozenset(seat for seat, text in enumerate(self.state.match.players) if text == HUMAN)

    @property
    def position(self) -> Position:
        """The position on the board."""
        return self.shown.match.positions[self.at]

    @property
    def back(self) -> bool:
        """Whether the player looks at something else than the game as it stands."""
        return self.aside is not None or self.at < len(self.state.match.moves)

    @property
    def threat(self) -> bool:
        """Whether the board shows what the other side threatens."""
        return self.aside is not None and self.aside.kind is AsideKind.THREAT

    @property
    def course(self) -> tuple[Snapshot, int]:
        """The moves that the panel tells, and the ply of them that is looked at; of a threat those of the game up to where it
        begins, or all if it begins in a longer line, for a pass is no move that could be judged."""
        if self.aside and self.aside.kind is AsideKind.THREAT:
            return self.state, min(self.aside.root, len(self.state.match.moves))
        return self.shown, self.at

    @property
    def over(self) -> bool:
        """Whether the game is over and its end is shown."""
        return self.state.match.outcome is not None and not self.back

    @property
    def active(self) -> bool:
        """Whether a person may make a move on the board, in the game or in a variation."""
        if self.back:
            return self.position.outcome is None and not self.threat
        return self.state.awaited

    @property
    def marked(self) -> bool:
        """Whether the board may carry what is known of it: for who may move there, and for those who only watch a table."""
        return self.active or (self.state.company is not None and not self.over)

    @property
    def goal(self) -> str:
        """The goal of the game, where the frame of the board does not have it."""
        return "" if self.goal_on_board else say(self.state.match.game.goal)

    @property
    def analysis(self) -> Analysis | None:
        """What is known of the position that the panel looks at."""
        return self.known(self.aside.studied(self.at) if self.aside else self.position)

    @property
    def values_shown(self) -> bool:
        """Whether the player sees what moves are worth, and so may hear of it."""
        return self.due and (self.study or self.on_cells)

    @property
    def typed_move(self) -> Move | None:
        """The legal move that is typed, None as long as it is none."""
        try:
            return self.position.parse(self.typed or "")
        except CoreError:
            return None


def header(state: Snapshot, width: int) -> tuple[Row, Row, Row]:
    """The game, who plays whom with the score and the time left, and which game of how many it is. Where room is short, the
    name of the game is cut before anything of that goes."""
    seats: list[Span] = []
    right = plain_row(f"{game_of_series(state)}  ={state.match.standing.draws}", "dim")
    for full in (True, False):  # the level gives way before the name of the game
        seats = [*seat_row(state, 0, full), Span("  vs ", "dim"), *seat_row(state, 1, full)]
        if width_of(seats) + width_of(right) + width_of(plain_row(words.heading(state.match.game))) + 5 <= width:
            break
    if state.company and width_of(seats) + width_of(right) + MIN_NAME + 5 > width:
        match = replace(state.match, players=company.short_seats(state))
        plain = replace(state, course=replace(state.course, match=match))
        seats, right = [*seat_row(plain, 0, False), Span("  vs ", "dim"), *seat_row(plain, 1, False)], plain_row("")
    room = max(MIN_NAME, width - width_of(seats) - width_of(right) - 5)
    return plain_row(shorten(words.heading(state.match.game), room), "title"), seats, right


def seat_row(state: Snapshot, seat: Player, full: bool) -> Row:
    """Who sits there, marked when it is their turn, games won, and time left; a clock that warns says so."""
    role = SEATS[seat]
    turn = "▸" if state.match.outcome is None and state.match.position.turn == seat else " "
    row = [Span(f"{turn}{seat_name(state.match.game, seat, state.match.players, full)} {points(state)[seat]}", role)]
    if state.match.clock:
        row += [
            Span(" "),
            Span(clock_text(state.match.clock, seat), "selected" if state.match.clock.low(seat) else role),
        ]
    return row


def board(view: PlayView) -> BoardView:
    """The board with the values of moves or a proof on its cells."""
    last = view.shown.match.moves[view.at - 1] if view.at else None
    waiting = view.state.match.outcome is None and not view.state.awaited and not view.back
    note, marks = _board_note(view), {} if view.blind else _marks(view)
    title = _("Board") if view.blind else words.board(view.position)  # which may tell what stands there
    goal = "" if view.blind else say(view.position.game.goal)
    return BoardView(view.position, last, title, note, view.active, marks, (), waiting, view.blind, goal)


def _board_note(view: PlayView) -> str:
    state, count = view.state, len(view.shown.match.moves)
    if view.aside:
        return {AsideKind.VARIATION: _("variation"), AsideKind.LINE: _("panel's line"), AsideKind.THREAT: _("threat")}[
            view.aside.kind
        ]
    if view.back:
        return _("move {ply} of {count}").format(ply=view.at, count=count)
    if state.match.outcome:
        return ngettext("{number} move", "{number} moves", count)
    if state.match.repetitions > 1:
        return _("seen {count} times, a draw at {limit}").format(count=state.match.repetitions, limit=REPETITIONS)
    return _("move {number}").format(number=count + 1)


def _marks(view: PlayView) -> Mapping[Move, CellMark]:
    if view.marked and view.proof:
        return {move: CellMark(sign, sign, "dim") for move, sign in view.proof.signs.items()}
    shown = view.on_cells and view.due and (view.marked or view.back)
    return cell_marks(view.analysis, view.position) if shown else {}


def _hidden(view: PlayView) -> str:
    """Why the quiet panel shows no values, where that is not as usual: in a narrow window Tab has brought the panel itself."""
    narrow = (
        _("Values are hidden. {key:marks} shows them; {key:hint} asks for a hint.")
        if view.width < USUAL_COLUMNS
        else ""
    )
    return company.quiet_words(view.state) or narrow


def panel(view: PlayView) -> PanelView:
    """The panel; as long as nothing is known of the position on the board it has, dimmed, what was known before."""
    told, ply = view.course
    story = view.account(told)  # before the analysis is asked for, which it may know more of
    known = view.analysis
    stale = known is None and not view.over and ply > 0 and not view.threat
    analysis = view.known(told.match.positions[ply - 1]) if stale else known
    # What the moves before have proven of this position is news, though the panel shows the one before.
    at = ply - (stale and not story.carried[ply])
    proves = view.due and not (view.over or view.threat)
    carried = told.match.positions[at] if proves and story.carried[at] else None
    score = None if view.threat else story.scores[at]
    own = own_proof(analysis, told.match.positions[at])
    analysis = None if view.over or not view.due else informed(analysis, told.match.positions[at], score)
    second, beside = (None, None) if view.over or not view.due else _second(view, told.match.positions[at], score)
    return PanelView(
        engine=view.engine,
        state=progress(known),
        analysis=analysis,
        column=column(analysis),
        stale=stale,
        message=_message(view) if view.study or view.over else _hidden(view),
        quiet_view=None if view.study or view.over else _quiet(view, story),
        goal="" if view.over else view.goal,
        study=view.study,
        cursor=view.cursor,
        signs=view.signs,
        played=played(told, story, view.height)
        if view.study or view.over
        else judged_own(told, story, view.height, ply, view.own),
        values=Curve.last(story.first_scores, view.width),
        score=beside or (score if carried else passed_on(analysis, score)),
        carried=carried,
        own=own,
        proven_by=second.engine if second and beside else "",
        players=words.players(view.state.match.game),
        why=say(view.proof.text) if view.proof and view.marked else _why(view),
        notes=None if view.threat or view.lost else _notes(view.position),
        hint=view.hint,
        second=second,
        company=company.rows(view.state),
        quiet=view.state.quiet,
        end=view.end,
    )


def _second(view: PlayView, position: Position, score: Score | None) -> tuple[Second | None, Score | None]:
    """What the second engine says where the first gives a position this score; and the score of the second where that alone is
    proven. What one has proven is not guessed at by the other."""
    second = view.second
    other = second.analysis.score if second and second.analysis and second.analysis.position == position else None
    if second is None or other is None or score is None or score.proven == other.proven:
        return second, None
    return (second, other) if other.proven else (second._replace(proven_by=view.engine), None)


def _quiet(view: PlayView, story: Account) -> QuietView:
    """What the quiet panel tells: nothing of the position on the board."""
    state = view.state
    opponent = [player_name(text) for text in state.match.players if text != HUMAN]
    told, ply = view.course
    last = None if state.quiet else last_judged(told, story, ply, view.own)
    hint = _("{key:hint} gives one; the game then counts as a lesson.") if view.counts else _("{key:hint} gives one.")
    dial, own = _level_dial(state), view.strength
    rating = _("you {rating} ±{width}").format(rating=own.rating, width=own.width) if dial and own else ""
    return QuietView(" - ".join(opponent), dial, rating, last, hint)


def _level_dial(state: Snapshot) -> str:
    """``level 2 ▮▮▯▯▯▯▯``: how strong an opponent plays that follows the player's strength; empty for others."""
    for text in state.match.players:
        if not text.startswith(f"{ME}:"):
            continue
        opponent = parse(text)
        if isinstance(opponent, Fitted) and opponent.levels:
            level, there = opponent.nearest, levels_of(state.match.game)
            filled = sum(ALL_LEVELS.index(each) <= ALL_LEVELS.index(level) for each in there)
            dial = bar(filled, len(there), len(there))
            return _("level {level}  {dial}").format(level=short_level(level), dial=dial)
    return ""


def _explained(view: PlayView) -> str:
    """What the opponent says of its last move; in place of its guess what the panel has proven of that move."""
    state = view.state
    line = (
        view.account(state).led[-1] if view.guessed and view.values_shown and view.due and state.match.moves else None
    )
    if line is None:
        return view.explained
    before = state.match.positions[-2]
    player, reason = words.players(state.match.game)[before.turn], say(why(before, line))
    return _("{player} {move}: {reason}").format(player=player, move=state.match.names[-1], reason=reason)


def _message(view: PlayView) -> str:
    """What the panel says where it shows no values."""
    if view.over:
        return result(view.state)
    return view.lost or words.thinking(view.before) if view.due else _("Think first; {key:marks} shows the values now.")


def result(state: Snapshot) -> str:
    """How the game ended, in a sentence."""
    return (
        words.result(state.match.game, state.match.outcome, person(state.match.players)) if state.match.outcome else ""
    )


def _why(view: PlayView) -> str:
    known = view.analysis
    if known is None or known.best is None or view.over or view.threat:
        return ""
    line = (known.line(view.cursor) if view.cursor is not None else None) or known.best
    before = map(view.known, reversed(view.shown.match.positions[: view.at]))
    return f"{view.position.name(line.move)}: {say(why(view.position, line, before))}"


def _notes(position: Position) -> tuple[str, Sequence[str]] | None:
    found = notes(position)
    if found is None:
        return None
    return say(found.title), [str(rendered(row)) for row in found.rows]


def status(view: PlayView) -> str:
    """The status line: what can be done, and what the move at the cursor leads to."""
    state, position = view.state, view.position
    player = words.players(position.game)[position.turn]
    if view.back and view.typed is None:
        return company.meanwhile(state) or _beside(view)
    if state.saving and not view.back:
        return _("Saving the move ...")
    said = _effect(view)
    if view.typed is not None and said and view.typed_move is not None:
        return _("Your move: {typed}  {effect}").format(typed=view.written, effect=said)
    if view.typed is not None:
        return _("Type a move, for example {example}: {typed}").format(example=_example(position), typed=view.written)
    if asked := company.asked(state):
        return asked
    if state.match.outcome:
        told = f"{result(state)} {match_verdict(state)}" if state.match.standing.over else result(state)
        return (
            _roomy(view, f"{told} {view.blame}", told)
            if view.end and not state.company
            else f"{told} {company.over(state)}"
        )
    if state.course.opponent:
        return _thinking(state)
    if not state.awaited:
        return company.waiting(state)
    if state.course.offer is not None:
        judge = seat_name(state.match.game, other(state.course.offer), state.match.players)
        return _("{player} is considering your draw offer; a move withdraws the offer.").format(player=judge)
    alone = person(state.match.players) is not None
    turn = (_("Your turn ({player}).") if alone else _("{player} to move.")).format(player=player)
    if len(state.match.moves) < 2 and view.goal and not view.panel_seen:
        begins = _("Your turn ({player}): {goal}.") if alone else _("{player} to move: {goal}.")
        return _roomy(view, begins.format(player=player, goal=view.goal), view.goal)
    introduced = len(state.match.moves) < (
        2 if state.course.setup.introduced(state.match.players) else 1
    )  # also where the opponent has begun
    if view.explained and (view.values_shown or introduced):
        return f"{turn} {_explained(view)}"
    if view.cursor is None or view.prompt:
        return _roomy(view, f"{turn} {view.prompt}", view.prompt or turn)
    if said:
        turn = _("Your turn: {effect}") if alone else _("{player} to move: {effect}")
        return _roomy(view, turn.format(player=player, effect=said), said)
    known = view.analysis
    name = position.name(view.cursor)
    line = known.line(view.cursor) if known and view.study and view.due else None
    said = f" {name} {words.prospect(line, known)}." if known and line and line.score.proven else ""
    how = _("{key:choose} plays {move}, or type a move: _").format(move=name)
    return _roomy(view, f"{turn}{said} {how}", how)


def _roomy(view: PlayView, text: str, narrow: str) -> str:
    """A text where there is room for it, else a shorter one."""
    return text if cell_len(text) < view.width else narrow


def _beside(view: PlayView) -> str:
    """What somebody looks at who does not look at the game as it stands, and how to get back."""
    aside, count = view.aside, len(view.shown.match.moves)
    if aside is None:
        text = _("After move {ply} of {count}. {key:go_last} goes back; a move begins a variation.")
    elif aside.kind is AsideKind.VARIATION:
        text = _("Variation, move {ply} of {count}. {key:go_last} leaves it, {key:variation} comes back.")
    elif aside.kind is AsideKind.LINE:
        count += len(aside.planned)
        text = _(
            "The panel's line, move {ply} of {count}. {key:step} and {key:back} step through, {key:go_last} goes back."
        )
    else:
        return _threatened(view)
    return text.format(ply=view.at, count=count)


def _threatened(view: PlayView) -> str:
    """What the other side would do if it were to move."""
    position, known = view.shown.match.positions[view.aside.root if view.aside else view.at], view.analysis
    player = words.players(position.game)[position.turn]
    if view.shown.match.moves[view.at :] or view.at > (view.aside.root if view.aside else 0):
        text = _("What {player} threatens. {key:step} and {key:back} step through, {key:go_last} goes back.")
        return text.format(player=player)
    if known is None or known.best is None:
        return _("If {player} were to move: thinking ...").format(player=player)
    best = known.best
    result = words.prospect(best, known) if best.score.proven else _("looks best (a guess)")
    text = _("If {player} were to move: {move} {result}. {key:step} plays it, {key:go_last} goes back.")
    return text.format(player=player, move=position.name(best.move), result=result)


def turn_role(view: PlayView) -> str:
    """The colour of the status line: that of the side whose turn it tells."""
    tells = view.state.match.outcome is None and not view.back and view.typed is None
    return SEATS[view.position.turn] if tells else ""


def _thinking(state: Snapshot) -> str:
    """That the engine thinks, and once it takes long how far it is, in steps that cost a slow line little."""
    player, thinking = seat_name(state.match.game, state.match.position.turn, state.match.players), state.thinking
    if state.failed:
        text = _(
            "{player} does not answer; {key:move_now} asks again, {key:seat_first} and {key:seat_second} choose "
            "another player."
        )
        return text.format(player=player)
    if thinking is None or thinking.analysis is None or thinking.analysis.seconds < LONG_SECONDS:
        return _("{player} is thinking ...").format(player=player)
    known = thinking.analysis
    done = min(BAR, int(thinking.share * BAR))
    if not done:
        return _("{player} thinks ...").format(player=player)
    left = max(1, round(known.seconds * (1 - thinking.share) / thinking.share))
    text = _("{player} thinks {bar} about {seconds} s more")
    return text.format(player=player, bar=FULL * done + EMPTY * (BAR - done), seconds=left)


def match_verdict(state: Snapshot) -> str:
    """Who has won a match that is over."""
    one, two = points(state)
    name = seat_name(state.match.game, 0 if one > two else 1, state.match.players)
    if one == two:
        return _("The match is over and drawn, {one} to {two}.").format(one=one, two=two)
    if person(state.match.players) == (0 if one > two else 1):
        return _("The match is over: you have won it, {one} to {two}.").format(one=max(one, two), two=min(one, two))
    text = _("The match is over: {name} has won it, {one} to {two}.")
    return text.format(name=name, one=max(one, two), two=min(one, two))


def _effect(view: PlayView) -> str:
    """What the move at the cursor takes and leaves, in games that count; empty in others."""
    shows = view.study and view.due
    if view.cursor is None or view.shown.match.outcome:
        return ""
    found = effect(view.position, view.cursor, shows)
    if found is None:
        return ""
    known = view.analysis if shows else None
    line = known.line(view.cursor) if known else None
    if known and line and line.score.proven:
        return f"{say(found)} ({words.prospect(line, known)})"
    return say(found)


def _example(position: Position) -> str:
    return position.name(position.moves[0]) if position.moves else "a1"
