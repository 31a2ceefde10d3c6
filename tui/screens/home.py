"""HomeScreen: the games by kind, how the chosen one is set up, what can be continued, and your record."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from textwrap import wrap
from typing import ClassVar

from textual import work
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal
from textual.events import Key, MouseScrollDown, MouseScrollUp
from textual.widgets import Footer, Input

from core import games
from core.errors import CoreError
from core.game import Game
from core.match import Match
from core.opponents import DEFAULT, HUMAN
from core.position import Position
from core.store import Kept, Tally
from tui import words
from tui.boards import BOARDS
from tui.keys import bindings
from tui.screens.base import HallScreen
from tui.seats import player_name
from tui.setup import Setup
from tui.texts import _, ngettext, say
from tui.widgets.canvas import Canvas, Row, Span, fit, spread
from tui.widgets.frame import Section, frame, section
from tui.widgets.line import LineOfText, plain_row

PICKS = "1234567890"
"""The keys of the first games, in their order."""


class GameList(Canvas, can_focus=True):
    """The frame at the left: games and what can be continued."""

    def __init__(self, home: HomeScreen) -> None:
        super().__init__(id="games")
        self._home = home

    def draw(self, width: int, height: int) -> Iterable[Row]:
        """The frame."""
        home = self._home
        yours = home.yours()
        place = _("{number} of {count}").format(number=home.chosen + 1, count=len(home.games))
        return frame(
            width,
            height,
            [
                Section(_("Games"), self._games, height - 3 - max(2, len(yours)), 3, place),
                section(_("Yours"), [self._yours(row, width - 2) for row in yours], 2),
            ],
        )

    def _games(self, width: int, height: int) -> list[Row]:
        home = self._home
        rows: list[Row] = []
        at = 0
        for kind, members in home.kinds():
            if rows:
                rows.append(())
            rows.append([Span(" " + _(kind), "dim")])
            for index, game in members:
                if index == home.chosen:
                    at = len(rows)
                rows.append(self._game(index, game, width))
        first = max(0, min(at - height // 2, len(rows) - height))
        return rows[first : first + height]

    def _game(self, index: int, game: Game, width: int) -> Row:
        chosen = index == self._home.chosen
        key = PICKS[index] if index < len(PICKS) else " "
        tag = _("solved") if game.known else _("search")
        left = [
            Span(" ▸ " if chosen else "   ", "cursor"),
            Span(f"{key}  ", "key"),
            Span(words.name(game), "selected" if chosen else ""),
        ]
        row = spread(left, [Span(f"{tag} ", "dim")], width)
        return [span._replace(action=f"screen.pick({index})") for span in row]

    @staticmethod
    def _yours(row: tuple[str, str, str, str, str], width: int) -> Row:
        key, name, what, more, note = row
        room = width - len(f"   {key}  {name:<10}{more}  {note} ")
        left = [Span(f"   {key}  ", "key"), Span(f"{name:<10}"), Span(shorten(what, max(room, 1)) + more, "strong")]
        action = {"c": "screen.continue_game", "v": "screen.review"}[key]
        return [span._replace(action=action) for span in spread(left, [Span(f"{note} ", "dim")], width)]


class SetupCard(Canvas):
    """The frame at the right: the chosen game, its set-up, your record."""

    def __init__(self, home: HomeScreen) -> None:
        super().__init__(id="card")
        self._home = home

    def draw(self, width: int, height: int) -> Iterable[Row]:
        """The frame."""
        home = self._home
        game = home.game
        title = f"{home.chosen + 1} {words.name(game)}"
        return frame(
            width,
            height,
            [
                section(title, about(game, width - 4, self.plain), 5),
                section(_("Set up"), [self._choice(row, width - 2) for row in home.choices()], 7),
                section(_("Your record"), record_rows(home.tally, width - 4), 3),
            ],
        )

    @staticmethod
    def _choice(row: tuple[str, str, str, str], width: int) -> Row:
        name, value, key, action = row
        left = [Span(f" {name:<7}", "dim"), Span(value, "strong")]
        return [span._replace(action=f"screen.{action}") for span in spread(left, [Span(f"{key} ", "key")], width)]


class HomeScreen(HallScreen):
    """Where everything begins."""

    FOCUS = "games"

    BINDINGS: ClassVar[list[BindingType]] = list(
        bindings(
            *("play", "watch", "two_players", "continue_game", "review", "find", "help", "quit"),
            hidden=(
                "up",
                "down",
                "seat_first",
                "seat_second",
                "first",
                "length",
                "variant",
                "level",
                "panel",
                "marks",
                "forget",
                "theme",
            ),
        )
    )

    def __init__(self) -> None:
        super().__init__()
        self.games = list(games.presets())
        self.chosen = 0
        self.tally = Tally(0, 0, 0, ())
        self.unfinished: list[Kept] = []
        self.finished: list[Kept] = []
        self.notice = ""

    def compose_hall(self) -> ComposeResult:
        """Header, the two frames, status and footer."""
        yield LineOfText(id="header")
        with Horizontal(id="middle"):
            yield GameList(self)
            yield SetupCard(self)
        yield LineOfText(id="status")
        yield Input(
            id="box", compact=True, select_on_focus=False, placeholder=_("part of a name, or a game as mnk:7,7,4")
        )
        yield Footer(compact=True, show_command_palette=False)

    def on_mount(self) -> None:
        """Focus the games."""
        self.keep_focus()

    def on_screen_resume(self) -> None:
        """Come back from a game: what is kept may have changed."""
        self.call_after_refresh(self.reload)

    def reload(self) -> None:
        """Read what is kept and show everything anew."""
        try:
            self.unfinished = [kept for kept in self.hall.store.unfinished() if kept.record.moves]
            self.finished = self.hall.store.finished(limit=1)
            self.tally = self.hall.store.tally(self.game.id)
        except CoreError as error:
            self.notice = say(error)
        self.refresh_all()

    def refresh_all(self) -> None:
        """Show everything anew."""
        size = f"{self.size.width}x{self.size.height}"
        right = f"{size}  {_('theme')}: {self.hall.theme}"
        self.query_one("#header", LineOfText).show(plain_row("TRIQUI", "title"), (), plain_row(right, "dim"))
        self.query_one(GameList).redraw()
        self.query_one(SetupCard).redraw()
        usual = _("Pick a game with its key or arrows. Enter plays it as set up on the right.")
        self.show_status(usual, self.notice)

    @property
    def game(self) -> Game:
        """The chosen game."""
        return self.games[self.chosen]

    def kinds(self) -> list[tuple[str, list[tuple[int, Game]]]]:
        """The games under their headings, with their numbers in the list."""
        headings: dict[str, list[tuple[int, Game]]] = {}
        for index, game in enumerate(self.games):
            family = games.family_of(game)
            headings.setdefault(family.kind if game.id in family.presets else "YOUR OWN", []).append((index, game))
        return list(headings.items())

    def yours(self) -> list[tuple[str, str, str, str, str]]:
        """Key, name, what (to be shortened where room lacks), more and note of the games that can be continued or reviewed."""
        rows = []
        if self.unfinished:
            kept = self.unfinished[0]
            count = len(kept.record.moves.split())
            others = f" (+{len(self.unfinished) - 1})" if len(self.unfinished) > 1 else ""
            more = _(", ply {ply}").format(ply=count) + others
            note = ago(self.hall.store_clock() - kept.updated)
            rows.append(("c", _("Continue"), _name(kept.record.game), more, note))
        else:
            rows.append(("c", _("Continue"), _("nothing unfinished"), "", ""))
        if self.finished:
            kept = self.finished[0]
            rows.append(("v", _("Review"), _name(kept.record.game), "", ago(self.hall.store_clock() - kept.updated)))
        return rows

    @property
    def setup(self) -> Setup:
        """Who is going to play the chosen game."""
        return self.hall.setup.fitting(self.game)

    def choices(self) -> list[tuple[str, str, str, str]]:
        """Name, value, key and action of each line of the set-up."""
        setup, marks = self.setup, self.game.players
        panel = _("live, best move first") if self.hall.settings.panel == "study" else _("quiet, values on Tab")
        return [
            (_("Rules"), shorten(self.game.id, 24), "g", "variant"),
            (marks[0], player_name(setup.seats[0], full=True), "x", "seat_first"),
            (marks[1], player_name(setup.seats[1], full=True), "o", "seat_second"),
            (_("First"), setup.first_words, "f", "first"),
            (_("Match"), setup.length_words, "m", "length"),
            (_("Panel"), panel, "Tab", "panel"),
            (_("Marks"), _("on the cells") if self.hall.marks["study"] else _("off"), "e", "marks"),
        ]

    # Actions.

    def action_up(self) -> None:
        """The game above."""
        self._pick((self.chosen - 1) % len(self.games))

    def action_down(self) -> None:
        """The game below."""
        self._pick((self.chosen + 1) % len(self.games))

    def on_mouse_scroll_down(self, event: MouseScrollDown) -> None:
        """The wheel moves along the games."""
        self.action_down()

    def on_mouse_scroll_up(self, event: MouseScrollUp) -> None:
        """The wheel moves along the games."""
        self.action_up()

    def action_pick(self, index: int) -> None:
        """A click on a game: choose it, or play it if it is the chosen one."""
        if index == self.chosen:
            self.action_play()
        else:
            self._pick(index)

    def _pick(self, index: int) -> None:
        self.chosen = index
        self.notice = ""
        self.reload()

    def on_key(self, event: Key) -> None:
        """The digits pick games."""
        if event.character and event.character in PICKS and not self.has_class("-typing"):
            index = PICKS.index(event.character)
            if index < len(self.games):
                self._pick(index)

    def action_play(self) -> None:
        """Play the chosen game as it is set up."""
        self.hall.play(self.game, self.setup)

    def action_watch(self) -> None:
        """Let two engines play."""
        seats = tuple(DEFAULT if seat == HUMAN else seat for seat in self.setup.seats)
        self.hall.play(self.game, Setup((seats[0], seats[1]), length=self.setup.length or 20))

    def action_two_players(self) -> None:
        """Play with two people at the board."""
        self.hall.play(self.game, Setup((HUMAN, HUMAN), length=self.setup.length))

    def action_continue_game(self) -> None:
        """Go on with the game left last."""
        if not self.unfinished:
            self._say(_("There is no unfinished game; Enter begins one."))
            return
        try:
            self.hall.continue_match(self.unfinished[0])
        except CoreError as error:
            self._say(say(error))

    def action_forget(self) -> None:
        """Drop the unfinished game named under Continue."""
        if self.unfinished:
            try:
                self.hall.store.forget(self.unfinished[0].record.id)
            except CoreError as error:
                self._say(say(error))
            self.reload()

    def action_review(self) -> None:
        """Look at the last finished game."""
        if self.finished:
            self.hall.review(Match.from_record(self.finished[0].record))
        else:
            self._say(_("There is no finished game yet; Enter begins one."))

    def action_seat_first(self) -> None:
        """Who moves first."""
        self._set(self.setup.with_next_seat(0, self.game))

    def action_seat_second(self) -> None:
        """Who moves second."""
        self._set(self.setup.with_next_seat(1, self.game))

    def action_first(self) -> None:
        """Who starts."""
        self._set(self.setup.with_next_first())

    def action_length(self) -> None:
        """How many games."""
        self._set(self.setup.with_next_length())

    def action_level(self) -> None:
        """How strong the engines are."""
        self._set(self.setup.with_next_level(self.game))

    def _set(self, setup: Setup) -> None:
        self.hall.remember_setup(setup)
        if self.has_class("-narrow"):  # where the card with the set-up has no room
            self.notice = "  ".join(f"{name} {value}" for name, value, *_rest in self.choices()[1:4])
        self.refresh_all()

    def action_panel(self) -> None:
        """Quiet panel or the one with values."""
        self.hall.change_settings(panel="play" if self.hall.settings.panel == "study" else "study")
        self.refresh_all()

    def action_marks(self) -> None:
        """Values on the cells or not."""
        self.hall.marks["study"] = not self.hall.marks["study"]
        self.hall.change_settings(marks=self.hall.marks["study"])
        self.refresh_all()

    def action_theme(self) -> None:
        """Choose colours."""
        self.app.search_themes()

    def action_quit(self) -> None:
        """Leave the hall."""
        self.app.exit()

    # Finding a game by name or id.

    def action_find(self) -> None:
        """Open the box."""
        self.add_class("-typing")
        box = self.query_one("#box", Input)
        box.value = ""
        box.focus()

    def on_input_changed(self, event: Input.Changed) -> None:
        """Choose the first game whose name or id has the text in it."""
        text = event.value.strip().lower()
        found = next((i for i, game in enumerate(self.games) if text in f"{words.name(game)} {game.id}".lower()), None)
        if text and found is not None:
            self.chosen = found
            self.reload()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Take the game found, or the one that the text names as an id."""
        text = event.value.strip()
        self._close_box()
        if not text or text.lower() in f"{words.name(self.game)} {self.game.id}".lower():
            return
        try:
            game = games.get(text)
        except CoreError as error:
            self._say(say(error))
            return
        self._take(game)

    def _take(self, game: Game) -> None:
        """Choose a game, which joins the list if it is new."""
        ids = [known.id for known in self.games]
        if game.id not in ids:
            self.games.append(game)
            ids.append(game.id)
        self._pick(ids.index(game.id))

    @work
    async def action_variant(self) -> None:
        """Another size or other options of the chosen game."""
        from tui.screens.variant import Variant

        game = await self.app.push_screen_wait(Variant(games.family_of(self.game), self.game))
        if game:
            self._take(game)

    def on_input_blurred(self, event: Input.Blurred) -> None:
        """Leaving the box closes it."""
        self._close_box()

    def key_escape(self) -> None:
        """Close the box."""
        self._close_box()

    def _close_box(self) -> None:
        self.remove_class("-typing")
        self.query_one(GameList).focus()

    def _say(self, text: str) -> None:
        self.notice = text
        self.refresh_all()


def about(game: Game, width: int, plain: bool) -> list[Row]:
    """A small picture of the game with its rules and what is known beside it."""
    text = _wrapped(words.about(game), max(12, width - 13))
    picture = list(BOARDS[game.board].thumbnail(sample(game)))
    rows: list[Row] = [()]
    for i in range(max(len(picture), len(text))):
        left = picture[i] if i < len(picture) else []
        right = text[i] if i < len(text) else ""
        rows.append([Span(" "), *fit(left, 13), Span(right)])
    return rows


def sample(game: Game) -> Position:
    """A position some plies into a game, the same every time."""
    random = Random(game.id)
    position = Position.start(game)
    for _ply in range(min(game.move_count // 2, 40)):
        following = position.play(random.choice(position.moves))
        if following.outcome:
            break
        position = following
    return position


def record_rows(tally: Tally, width: int) -> list[Row]:
    """Games played, won, drawn and lost against engines, and the last results."""
    count = tally.wins + tally.draws + tally.losses
    last = "".join({1: "+", 0: "=", -1: "-"}[result] for result in tally.last[-12:])
    score = [
        Span(" " + ngettext("{number} game", "{number} games", count).ljust(13)),
        Span(f"+{tally.wins}", "win"),
        Span(f"  ={tally.draws}  ", "tie"),
        Span(f"-{tally.losses}", "lose"),
    ]
    return [score, [Span(" " + _("last 12").ljust(13), "dim"), Span(last)], ()]


def ago(seconds: float) -> str:
    """A time that has passed, in one unit."""
    minutes = int(seconds / 60)
    if minutes < 1:
        return _("now")
    if minutes < 60:
        return _("{count} min").format(count=minutes)
    if minutes < 48 * 60:
        return _("{count} h").format(count=minutes // 60)
    return _("{count} d").format(count=minutes // (24 * 60))


def shorten(text: str, width: int) -> str:
    """The text, cut where it is too long."""
    return text if len(text) <= width else text[: width - 1].rstrip() + "…"


def _name(id: str) -> str:
    try:
        return words.name(games.get(id))
    except CoreError:
        return id


def _wrapped(text: str, width: int) -> list[str]:
    return wrap(text, width)
