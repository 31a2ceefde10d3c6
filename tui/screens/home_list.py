"""The list of games on the home screen: which there are, which are looked for, which is chosen."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from core import games
from core.game import Game
from core.kits import kit_of, plain
from core.phrase import phrase
from tui.drawing.canvas import Canvas, Row, Span, spread
from tui.drawing.frame import Section, frame, section
from tui.screens.home_card import ago
from tui.text import words
from tui.text.catalogue import _
from tui.text.fit import shorten
from tui.text.kept import left_at, name_of

if TYPE_CHECKING:
    from tui.screens.home import HomeScreen

PICKS = "1234567890"
"""The keys of the first games, in their order."""
PAGE = 10
"""Games that a page of the list has for the keys."""
_OWN = phrase("YOUR OWN")


class ListedGames:
    """The games of the list. ``chosen`` is the number of one of them; only those are listed that fit what is sought."""

    def __init__(self) -> None:
        self.games = list(games.presets())
        self.chosen = 0
        self._sought = ""

    @property
    def game(self) -> Game:
        """The chosen game."""
        return self.games[self.chosen]

    def kinds(self) -> list[tuple[str, list[tuple[int, Game]]]]:
        """The games listed under their headings, with their numbers."""
        headings: dict[str, list[tuple[int, Game]]] = {}
        for index, game in enumerate(self.games):
            kit = kit_of(game.id)
            if any(self._sought in plain(name) for name in (words.name(game), game.id, *kit.aliases)):
                listed = game.id in kit.presets.split()
                headings.setdefault(games.family_of(game).kind if listed else str(_OWN), []).append((index, game))
        return list(headings.items())

    @property
    def listed(self) -> list[int]:
        """The numbers of the games listed, from the top to the end."""
        return [index for _kind, members in self.kinds() for index, _game in members]

    def seek(self, text: str) -> None:
        """List the games of whose names or id one has the text in it, and choose the first of them unless one is chosen."""
        self._sought = plain(text)
        listed = self.listed
        if listed and self.chosen not in listed:
            self.chosen = listed[0]

    def go(self, step: int, around: bool) -> bool:
        """Choose another game along the list, past its ends only where it goes round; False where that is the same."""
        before, listed = self.chosen, self.listed
        if listed:
            at = listed.index(before) + step
            self.chosen = listed[at % len(listed) if around else max(0, min(at, len(listed) - 1))]
        return self.chosen != before

    def take(self, game: Game) -> None:
        """Choose a game, which joins the list if it is new."""
        ids = [known.id for known in self.games]
        if game.id not in ids:
            self.games.append(game)
            ids.append(game.id)
        self.chosen = ids.index(game.id)


def yours(home: HomeScreen) -> list[tuple[str, str, str, str, str, str]]:
    """Key, name, what (to be shortened where room lacks), more, note and action of what is there besides the games: those that
    can be continued or reviewed, and what can be learned."""
    rows = [("b", _("Lobby"), _("people, and games with them"), "", "", "lobby")] if home.hall.has_lobby else []
    if home.unfinished:
        kept = home.unfinished[0]
        others = f" (+{len(home.unfinished) - 1})" if len(home.unfinished) > 1 else ""
        more = left_at(kept) + others
        note = ago(home.hall.store_clock() - kept.updated)
        rows.append(("c", _("Continue"), name_of(kept.game), more, note, "continue_game"))
    else:
        nothing = _("nothing unfinished") if home.read else _("being read ...")
        rows.append(("c", _("Continue"), nothing, "", "", "continue_game"))
    if home.finished:
        kept = home.finished[0]
        age = ago(home.hall.store_clock() - kept.updated)
        rows.append(("v", _("Review"), name_of(kept.game), "", age, "review"))
    rows.append(("L", _("Learn"), _("puzzles, tables, trees"), "", "", "learn"))
    return rows


LEAST_NAME = 8
"""Characters of the name of one's own game that stand before where it was left."""


class GameList(Canvas, can_focus=True):
    """The frame at the left: games and what can be continued."""

    def __init__(self, home: HomeScreen) -> None:
        super().__init__(id="games")
        self._home = home
        self._first = 0

    def draw(self, width: int, height: int) -> Iterable[Row]:
        """The frame."""
        home = self._home
        rows = yours(home)
        shelf = home.shelf
        place = _("{number} of {count}").format(number=shelf.chosen + 1, count=len(shelf.games))
        return frame(
            width,
            height,
            [
                Section(_("Games"), self._games, height - 3 - max(2, len(rows)), 3, place),
                section(_("Yours"), [self._yours(row, width - 2) for row in rows], 2),
            ],
        )

    def _games(self, width: int, height: int) -> list[Row]:
        shelf = self._home.shelf
        rows: list[Row] = []
        at = 0
        kinds = shelf.kinds()
        if not kinds:
            return [[Span(" " + _("No game of the list is called so."), "dim")]]
        for kind, members in kinds:
            if rows:
                rows.append(())
            rows.append([Span(" " + _(kind), "dim")])
            for index, game in members:
                if index == shelf.chosen:
                    at = len(rows)
                rows.append(self._game(index, game, width))
        if not self._first < at < self._first + height:  # seldom: to scroll is to repaint every row
            self._first = at - height // 2
        self._first = max(0, min(self._first, len(rows) - height))
        return rows[self._first : self._first + height]

    def _game(self, index: int, game: Game, width: int) -> Row:
        chosen = index == self._home.shelf.chosen
        key = PICKS[index] if index < len(PICKS) else " "
        tag = words.solved(game)
        left = [
            Span(" ▸ " if chosen else "   ", "cursor"),
            Span(f"{key}  ", "key"),
            Span(words.name(game), "selected" if chosen else ""),
        ]
        row = spread(left, [Span(f"{tag} ", "dim")], width)
        return [span._replace(action=f"screen.pick({index})") for span in row]

    @staticmethod
    def _yours(row: tuple[str, str, str, str, str, str], width: int) -> Row:
        """What lacks room goes: the age, then the end of the name, and where the game was left once little of that remained."""
        key, name, what, more, note, action = row
        free = width - len(f"   {key}  {name:<10} ")
        note = note if len(f"{what}{more}  {note}") <= free else ""
        more = more if free - len(more) >= min(len(what), LEAST_NAME) else ""
        shown = shorten(what, free - len(more)) + more
        left = [Span(f"   {key}  ", "key"), Span(f"{name:<10}"), Span(shown, "strong")]
        return [span._replace(action=f"screen.{action}") for span in spread(left, [Span(f"{note} ", "dim")], width)]
