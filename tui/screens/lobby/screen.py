"""LobbyScreen: the people in a hall, the games on offer, the games under way, and yours."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from typing import TYPE_CHECKING, ClassVar, TypeAlias, cast

from textual import work
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal

from core.errors import CoreError
from core.game import Game
from core.hall.wire import Message
from core.phrase import phrase
from tui.drawing.canvas import Row, Span, spread
from tui.drawing.frame import Section, frame, section
from tui.drawing.line import KeyLine, LineOfText, plain_row
from tui.game.link import Link, shown_name
from tui.screens.base.screen import HallScreen
from tui.screens.lobby import rows
from tui.screens.lobby.rows import LobbyEntry, LobbyRowKind
from tui.text.catalogue import _, ngettext
from tui.text.keys import bindings
from tui.widgets.list_canvas import Along, ListCanvas, ListRow

if TYPE_CHECKING:
    from tui.screens.base.port import ServedPort


Sections: TypeAlias = list[tuple[str, list[LobbyEntry], str]]
"""The parts of a column: the title, the rows, and what is said where there are none."""


class LobbyScreen(Along, HallScreen):
    """One list in two columns, along which a cursor goes; what Enter does depends on what stands there."""

    CSS_PATH = "lobby.tcss"

    FOCUS = "offers"

    BINDINGS: ClassVar[list[BindingType]] = list(
        bindings(
            *("take", "seek", "decline", "featured", "engines", "help", "quit"),
            hidden=("up", "down", "left", "right", "go_first", "go_last", "block", "rename", "settings"),
            runs={"left": "column('offers')", "right": "column('people')"},
        )
    )

    def __init__(self) -> None:
        super().__init__()
        self.link: Link = self.served.link
        self._pointed: Hashable = None
        self._before = 0
        self.sections = self._all_sections()
        """What was shown last, by column."""
        self._deaf = self.link.hear("lobby", lambda message: self._heard())

    @property
    def served(self) -> ServedPort:
        """The app, which is that of a served hall."""
        return cast("ServedPort", self.app)

    @property
    def game(self) -> Game:
        """The game that the help tells about."""
        return self.served.wanted.game

    def compose_hall(self) -> ComposeResult:
        """Header, the two columns, status and footer."""
        yield LineOfText(id="header")
        with Horizontal(id="middle"):
            yield LobbyColumn("offers", self)
            yield LobbyColumn("people", self)
        yield LineOfText(id="status")
        yield KeyLine(id="footer")

    def on_mount(self) -> None:
        """Show what is known."""
        self.keep_focus()
        self.refresh_all()

    def on_screen_resume(self) -> None:
        """Show what has happened meanwhile."""
        self.refresh_all()

    def on_unmount(self) -> None:
        """Hear no more of it."""
        self._deaf()

    def _heard(self) -> None:
        """Show what is new where it is seen: for a screen below another one all of that is painted anew."""
        if self.is_active or self.app.screen.styles.background.a < 1:
            self.refresh_all()

    # What there is.

    def _all_sections(self) -> dict[str, Sections]:
        return {column: self._sections(column) for column in ("offers", "people")}

    def _sections(self, column: str) -> Sections:
        link = self.link
        here = (_("Here"), rows.people(link), _("Nobody else is here yet."))
        if column == "people":
            return [here]
        offers = [*rows.challenges(link), *rows.seeks(link)]
        return [
            (_("Who plays?"), offers, _("No game is on offer; {key:seek} offers one.")),
            (_("Your games"), rows.yours(link, self.hall.store_clock()), _("none unfinished")),
            (_("In progress"), rows.live(link), _("none now")),
            *([here] if self.has_class("-narrow") else []),
        ]

    @property
    def entries(self) -> list[LobbyEntry]:
        """All rows, in the order of the cursor."""
        return [
            entry for sections in self.sections.values() for _title, entries, _nothing in sections for entry in entries
        ]

    @property
    def entry(self) -> LobbyEntry | None:
        """The row at the cursor: the one that was chosen, or where that is gone the one in its place; the first as long as none
        was."""
        entries = self.entries
        if not entries:
            return None
        found = [i for i, entry in enumerate(entries) if entry.name == self._pointed]
        self._before = found[0] if found else min(self._before, len(entries) - 1)
        return entries[self._before]

    def show_all(self) -> None:
        """Show everything anew."""
        if not self.is_ready:
            return
        link = self.link
        self.sections = self._all_sections()
        you = shown_name(link.you["id"], link.you["name"]) if link.you else ""
        count = ngettext("{number} here", "{number} here", len(link.lobby.people))
        right = [Span(f"{count}  ", "dim"), Span("s", "key", "screen.settings")]
        right.append(Span(f" {_('settings')}", "", "screen.settings"))
        title = plain_row(link.hall or "TRIQUI", "title")
        self.query_one("#header", LineOfText).show(title, plain_row(you, "strong"), right)
        for column in self.query(LobbyColumn):
            column.redraw()
        self.show_status(self._usual(self.entry), self.notice)

    def _usual(self, chosen: LobbyEntry | None) -> str:
        if chosen is None:
            return _("Nobody is here yet; {key:seek} offers a game, {key:featured} shows the featured table.")
        match chosen.kind:
            case LobbyRowKind.CHALLENGE if chosen.own:
                return _("Your challenge is waiting for an answer; {key:decline} withdraws it.")
            case LobbyRowKind.CHALLENGE:
                return _("{key:take} accepts the challenge and begins the game, {key:decline} declines it.")
            case LobbyRowKind.SEEK if chosen.own:
                return _("Your offer is waiting for somebody to accept it; {key:decline} withdraws it.")
            case LobbyRowKind.SEEK:
                return _("{key:take} accepts the offer and begins the game.")
            case LobbyRowKind.YOURS:
                return _("{key:take} goes back to your game.")
            case LobbyRowKind.GAME:
                return _("{key:take} watches the game.")
            case LobbyRowKind.PERSON if chosen.own:
                return _("This is you. {key:rename} changes your name, {key:seek} offers a game.")
            case LobbyRowKind.PERSON:
                return _("{key:take} challenges this person, {key:block} blocks.")

    # The cursor.

    @property
    def names(self) -> Sequence[Hashable]:
        """The names of all rows, in the order of the cursor."""
        return [entry.name for entry in self.entries]

    @property
    def chosen(self) -> Hashable:
        """The name of the row at the cursor."""
        return self.entry.name if self.entry else None

    def point(self, name: Hashable) -> None:
        """Move the cursor to a row."""
        same = name == self.chosen
        self._pointed = name
        self.say(_("The cursor is already there.") if same else "")

    def nothing(self) -> None:
        """Say that nobody is here and nothing on offer."""
        self.say(_("There is nothing to choose yet."))

    def take(self) -> None:
        """Do with the row at the cursor what is usual."""
        self.action_take()

    def action_column(self, name: str) -> None:
        """To the offers and games, or to the people."""
        found = [entry for _title, entries, _nothing in self.sections[name] for entry in entries]
        if found:
            self.point(found[0].name)
        else:
            self.nothing()

    # What is done.

    def action_take(self) -> None:
        """Do with the row at the cursor what is usual."""
        chosen = self.entry
        match chosen.kind if chosen else None:
            case None:
                self.action_seek()
            case LobbyRowKind.CHALLENGE | LobbyRowKind.SEEK if chosen and chosen.own:
                self.say(_("That is your own; {key:decline} withdraws it."))
            case LobbyRowKind.CHALLENGE | LobbyRowKind.SEEK:
                assert chosen
                self._accept(chosen.id)
            case LobbyRowKind.YOURS | LobbyRowKind.GAME:
                assert chosen
                self.served.open_table(chosen.id)
            case LobbyRowKind.PERSON:
                assert chosen
                if chosen.own:
                    self.action_seek()
                else:
                    self._offer(chosen.id)

    @work
    async def _accept(self, id: str) -> None:
        try:
            answer = await self.link.send("accept", id=id)
        except CoreError as error:
            self.say_error(error)
        else:
            self.served.open_table(answer["table"])

    def action_seek(self) -> None:
        """Offer a game to all who come."""
        self._offer()

    @work
    async def _offer(self, who: str = "") -> None:
        from tui.screens.lobby.seek import SeekDialog

        name = shown_name(who, self.link.lobby.people[who]["name"]) if who in self.link.lobby.people else ""
        wanted = await self.open_dialog(SeekDialog(self.served.wanted, name, self.link.terms["games"]))
        if wanted is None:
            return
        self.served.wanted = wanted
        fields = wanted.fields
        said = _("Your game is on offer; it begins as soon as somebody accepts it.")
        if who:
            said = _("{name} has your challenge; the game begins as soon as it is accepted.").format(name=name)
        answer = await self._ask(said, "challenge" if who else "seek", **fields, **({"who": who} if who else {}))
        if answer:
            self.served.offered.add(answer["id"])

    async def _ask(self, said: str, op: str, **fields: object) -> Message | None:
        try:
            answer = await self.link.send(op, **fields)
        except CoreError as error:
            self.say_error(error)
            return None
        self.say(said)
        return answer

    @work
    async def action_decline(self) -> None:
        """Take back one's own offer or challenge, or decline that of another."""
        chosen = self.entry
        if chosen is None or chosen.kind not in (LobbyRowKind.CHALLENGE, LobbyRowKind.SEEK):
            self.say(_("{key:decline} declines a challenge, or withdraws your own."))
        elif chosen.own:
            await self._ask(_("You have withdrawn it."), "withdraw", id=chosen.id)
        elif chosen.kind is LobbyRowKind.CHALLENGE:
            await self._ask(_("The challenge is declined."), "decline", id=chosen.id)
        else:
            self.say(_("That is somebody else's; it stays until somebody accepts it."))

    def action_featured(self) -> None:
        """Watch the table at which engines play."""
        found = [id for id, told in self.link.lobby.games.items() if told.get("featured")]
        if found:
            self.served.open_table(found[0])
        else:
            self.say(_("No engines are playing now."))

    @work
    async def action_block(self) -> None:
        """Hear no more of a person."""
        chosen = self.entry
        if chosen is None or chosen.kind is not LobbyRowKind.PERSON or chosen.own:
            self.say(_("{key:block} blocks a person; choose one under Here first."))
            return
        op, question, yes = (
            "block",
            phrase("Block {name}? You will no longer be able to reach each other.", name=chosen.text),
            phrase("Yes, block"),
        )
        if chosen.id in self.link.lobby.blocked:
            op, question, yes = (
                "unblock",
                phrase("Let {name} reach you again?", name=chosen.text),
                phrase("Yes, unblock"),
            )
        if await self.confirm(question, yes):
            text = _("{name} is blocked.") if op == "block" else _("{name} is no longer blocked.")
            await self._ask(text.format(name=chosen.text), op, who=chosen.id)

    def action_rename(self) -> None:
        """Choose another name."""
        self.served.choose_name()

    def action_engines(self) -> None:
        """Play against engines, or learn: the hall as it is at home."""
        self.served.go_to_engines()


class LobbyColumn(ListCanvas):
    """One of the columns of the lobby."""

    def __init__(self, name: str, lobby: LobbyScreen) -> None:
        super().__init__(lobby, name)
        self._lobby = lobby

    def draw(self, width: int, height: int) -> Iterable[Row]:
        """The frame with its sections."""
        lobby = self._lobby
        parts = []
        for title, entries, nothing in lobby.sections[self.id or ""]:
            count = str(len(entries)) if entries else ""
            empty = section(title, [[Span(f" {nothing}", "dim")]], 1, count)
            parts.append(self._part(title, entries, count) if entries else empty)
        found = list(rows.results(lobby.link)) if self.id == "people" else []
        if found:
            shown = [spread([Span(f" {name}")], [Span(f"{text} ", "dim")], width - 2) for name, text in found]
            parts.append(section(_("Your results"), shown, min(len(shown), 4)))
        return frame(width, height, parts)

    def _part(self, title: str, entries: list[LobbyEntry], count: str) -> Section:
        """A section with a list of its own, in which the row at the cursor is seen."""

        def draw(width: int, height: int) -> list[Row]:
            return self.in_view([self._row(entry, width) for entry in entries], width, height)

        return Section(title, draw, len(entries), min(len(entries), 3), count)

    @staticmethod
    def _row(entry: LobbyEntry, width: int) -> ListRow:
        note = f"  {entry.note} "
        text = entry.shown(width - 3 - (len(note) if entry.urgent else 0))
        right = [Span(note, "win" if entry.urgent else "dim")] if len(text) + len(note) + 3 <= width else []
        return ListRow([Span(text, "strong" if entry.urgent else "")], right, entry.name)
