"""The list of games on the home screen, with its search and its cursor."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from core import games
from core.game import Game
from core.games import Preset
from core.kits import START_HERE, Kit, kit_of, plain
from core.phrase import phrase
from tui.drawing.canvas import Row, Span, spread, width_of
from tui.drawing.frame import Section, frame, section
from tui.screens.home.card import NEAR, Yours
from tui.text import words
from tui.text.catalogue import _
from tui.text.clocks import ago
from tui.text.fit import shorten
from tui.text.kept import left_at, name_of
from tui.widgets.list_canvas import Along, ListCanvas, ListRow

MIN_NAME = 8
"""Minimum number of characters of a game's name before the ply at which it was left."""
PICKS = "1234567890"
"""The keys of the first games, in their order."""
_START, _GALLERY, _OWN = phrase("START HERE"), phrase("GALLERY"), phrase("YOUR OWN")
_ORDER = (str(_START), "LINES", "SLIDES", "HEAPS", "CUBES", str(_GALLERY))
"""The groups of games from the top; others come after them."""


def gallery() -> list[Game]:
    """The games that come with the hall as files, but for drawn trees."""
    from core.own import new_games  # which a served hall does without

    return [games.get(definition.id) for definition in new_games()]


def _names(game: Game | Preset, kit: Kit) -> Iterable[str]:
    """What a game is found by."""
    return words.name(game), game.id, *kit.aliases


class ListedGames:
    """The games of the list, a row for each family with one of its kinds, and one for each game where something is sought.
    ``chosen`` is the number of a game."""

    def __init__(self) -> None:
        self.games: list[Game | Preset] = list(games.listed())
        self.more = _OWN
        """What stands above the games that are neither presets nor of the gallery."""
        self.chosen = 0
        self._sought = ""
        self._gallery: set[int] = set()
        """Those that come with the hall as files."""
        self._kind: dict[str, int] = {}
        """The kind of each family that was looked at last."""

    @property
    def game(self) -> Game:
        """The chosen game, whose rules are made when it is first asked for."""
        chosen = self.games[self.chosen]
        return games.get(chosen.id) if isinstance(chosen, Preset) else chosen

    def groups(self) -> list[tuple[str, list[list[int]]]]:
        """The rows under their headings: for each the numbers of the games that stand in it."""
        headings: dict[str, dict[str, list[int]]] = {}
        for index, game in enumerate(self.games):
            kit = kit_of(game.id)
            if self._sought and not any(self._sought in plain(name) for name in _names(game, kit)):
                continue
            listed = game.id in kit.presets.split()
            row = kit.id if listed and not self._sought else game.id
            headings.setdefault(self._heading(index), {}).setdefault(row, []).append(index)
        order = sorted(headings, key=lambda heading: _ORDER.index(heading) if heading in _ORDER else len(_ORDER))
        return [(heading, sorted(headings[heading].values(), key=self._place)) for heading in order]

    def _place(self, row: list[int]) -> int:
        """Where a row stands in its group: the first ones as a newcomer meets them, the others in their order."""
        family = kit_of(self.games[row[0]].id).id
        return START_HERE.index(family) if family in START_HERE else len(START_HERE)

    def _heading(self, index: int) -> str:
        """The name of the group in which a game stands."""
        game = self.games[index]
        kit = kit_of(game.id)
        if game.id in kit.presets.split():
            return str(_START) if kit.id in START_HERE else kit.kind
        return str(_GALLERY if index in self._gallery else self.more)

    @property
    def rows(self) -> list[list[int]]:
        """The rows from the top to the end."""
        return [row for _heading, rows in self.groups() for row in rows]

    def shown(self, row: list[int]) -> int:
        """The number of the game that stands in a row: the chosen one, or the kind that was looked at last."""
        if self.chosen in row:
            return self.chosen
        kind = self._kind.get(kit_of(self.games[row[0]].id).id, row[0])
        return kind if kind in row else row[0]

    def choose(self, index: int) -> None:
        """Choose a game."""
        self.chosen = index
        self._kind[kit_of(self.games[index].id).id] = index

    def pick(self, row: int) -> bool:
        """Choose what stands in a row, by its number from 0; False where there is none."""
        rows = self.rows
        if row < len(rows):
            self.choose(self.shown(rows[row]))
        return row < len(rows)

    def seek(self, text: str) -> None:
        """List the games of whose names or id one has the text in it, and choose the first of them unless one is chosen."""
        self._sought = plain(text)
        rows = self.rows
        if rows and not any(self.chosen in row for row in rows):
            self.chosen = rows[0][0]

    def turn(self, step: int) -> bool:
        """Choose another kind of the family; False where there is no other."""
        row = next((row for row in self.rows if self.chosen in row), [self.chosen])
        self.choose(row[(row.index(self.chosen) + step) % len(row)])
        return len(row) > 1

    def join(self, game: Game, gallery: bool = False, before: Game | None = None) -> None:
        """Let a game that is no preset join the list, one of the ``gallery`` only where none has its name. It takes the row of
        the one that its file made ``before``, and of one of the gallery with its name."""
        name = game.id.partition("@")[0]
        named = [i for i, known in enumerate(self.games) if known.id.partition("@")[0] == name]
        same = (game.id, before and before.id)
        index = next((i for i in named if i in self._gallery or self.games[i].id in same or gallery), len(self.games))
        if index == len(self.games):
            self.games.append(game)
            if gallery:
                self._gallery.add(index)
        elif not gallery:
            self.games[index] = game
            self._gallery.discard(index)

    def take(self, game: Game) -> None:
        """Choose a game, which joins the list if it is new."""
        ids = [known.id for known in self.games]
        if game.id not in ids:
            self.games.append(game)
            ids.append(game.id)
        self.choose(ids.index(game.id))


class ShelfRow(NamedTuple):
    """A row below the games: its key, name, text (shortened for lack of room), the end of that, an age, and its action."""

    key: str
    name: str
    text: str
    more: str
    age: str
    action: str


def shelved(yours: Yours, now: float, *, lobby: bool) -> list[ShelfRow]:
    """What is there besides the games: the ``lobby`` if there is one, games that can be continued or reviewed, and what can be
    learned. ``now`` is in seconds since 1970."""
    rows = [ShelfRow("b", _("Lobby"), _("people to play with"), "", "", "lobby")] if lobby else []
    if yours.unfinished:
        kept = yours.unfinished[0]
        others = f" (+{yours.waiting - 1})" if yours.waiting > 1 else ""
        more = left_at(kept) + others
        rows.append(ShelfRow("c", _("Continue"), name_of(kept.game), more, ago(now - kept.updated), "continue_game"))
    else:
        nothing = _("nothing unfinished") if yours.read else _("reading ...")
        rows.append(ShelfRow("c", _("Continue"), nothing, "", "", "continue_game"))
    if yours.finished:
        kept = yours.finished[0]
        rows.append(ShelfRow("v", _("Review"), name_of(kept.game), "", ago(now - kept.updated), "review"))
    rows.append(ShelfRow("L", _("Learn"), _("puzzles, tables, trees"), "", "", "learn"))
    return rows


class GameList(ListCanvas):
    """The frame at the left: games and what can be continued."""

    def __init__(self, screen: Along, shelf: ListedGames, kept: Callable[[], Sequence[ShelfRow]]) -> None:
        super().__init__(screen, "games")
        self._shelf, self._kept = shelf, kept

    def draw(self, width: int, height: int) -> Iterable[Row]:
        """The frame."""
        rows = self._kept()
        return frame(
            width,
            height,
            [
                Section(_("Games"), self._games, height - 3 - max(2, len(rows)), 3),
                section(_("Saved"), [self._yours(row, width - 2) for row in rows], 2),
            ],
        )

    def _games(self, width: int, height: int) -> list[Row]:
        groups = self._shelf.groups()
        if not groups:
            return [[Span(" " + _("No game matches."), "dim")]]
        rows: list[ListRow] = []
        number = 0
        for heading, members in groups:
            rows.append(ListRow([Span(_(heading), "dim")]))
            for row in members:
                rows.append(self._row(number, row, min(width, NEAR)))
                number += 1
        return self.in_view(rows, min(width, NEAR), height)

    def _row(self, number: int, row: list[int], width: int) -> ListRow:
        """A row: the key, the name with the way to other kinds, and what is known of the start as far as there is room."""
        shelf = self._shelf
        index = shelf.shown(row)
        game = shelf.games[index]
        left = [Span(f"{PICKS[number] if number < len(PICKS) else ' '}  ", "key"), Span(words.name(game))]
        if len(row) > 1 and index == shelf.chosen:
            left += [
                Span(" ◂", "key", "screen.turn(-1)"),
                Span(f" {row.index(index) + 1}/{len(row)} ", "dim"),
                Span("▸", "key", "screen.turn(1)"),
            ]
        room = width - width_of(left) - len(" ▸  ") - 1
        known = next((text for text in words.known(game) if len(text) <= room), "")
        return ListRow(left, [Span(f"{known} ", "dim")], index)

    @staticmethod
    def _yours(row: ShelfRow, width: int) -> Row:
        """What lacks room goes: the age, then the end of the name, and where the game was left once little of that remained."""
        key, name, text, more, age, action = row
        width = min(width, NEAR)
        free = width - len(f"   {key}  {name:<10} ")
        age = age if len(f"{text}{more}  {age}") <= free else ""
        more = more if free - len(more) >= min(len(text), MIN_NAME) else ""
        shown = shorten(text, free - len(more)) + more
        left = [Span(f"   {key}  ", "key"), Span(f"{name:<10}"), Span(shown, "strong")]
        return [
            span._replace(action=f"screen.{action}")
            for span in spread(left, [Span(f"{age} ", "dim")], min(width, NEAR))
        ]
