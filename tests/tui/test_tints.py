"""Values on the board are seen: every cell that may be played has a ground that tells what it is worth."""

from __future__ import annotations

from functools import partial
from itertools import combinations

import pytest
from textual.theme import BUILTIN_THEMES, Theme

from core.analysis import Analysis, Line
from core.games import get
from core.position import Position, play_all
from core.score import Score, Verdict
from tests.tui.colours import GROUNDS, ground_letters, in_256
from tests.tui.eyes import USUAL, apart, contrast
from tests.tui.goldens import NARROW, check_board
from tests.tui.hall import FULL, Door
from tests.tui.tints_cases import MIXED, PEOPLE, look
from tui.drawing.theme import OWN, grounds, variables
from tui.household.surroundings import Surroundings
from tui.screens.base.story import cell_marks

FORCED = "OXO.X.X../..O.X..../X...X.O.X/....X..../.O.OO.XOX/X......../..X.OOO.X/....X..../..O.O..../..X.O..../9"
"""Ultimate tic-tac-toe: after 9.7 X has to play in board 7."""


def position(game: str, moves: str = "") -> Position:
    return play_all(get(game), moves)[1]


def analysed(shown: Position, scores: list[Score]) -> Analysis:
    """An analysis in which the first moves have these scores."""
    lines = tuple(Line(move, score, (move,)) for move, score in zip(shown.moves, scores, strict=False))
    return Analysis(shown, lines, 1, 1, 0.0, final=True)


def test_a_proven_value_has_the_ground_of_its_verdict() -> None:
    shown = position("tictactoe")
    marks = cell_marks(analysed(shown, [Score.exact(verdict) for verdict in Verdict]), shown)
    assert [mark.ground for mark in marks.values()] == ["on-win", "on-tie", "on-lose", "on-endless"]


def test_estimates_are_shaded_from_the_best_to_the_worst_in_seven_steps() -> None:
    shown = position("tictactoe")
    values = [0.6, 0.4, 0.2, 0.0, -0.2, -0.4, -0.6]
    marks = cell_marks(analysed(shown, [Score.estimate(value) for value in values]), shown)
    assert [mark.ground for mark in marks.values()] == [f"shade-{step}" for step in range(1, 8)]


def test_estimates_that_hardly_differ_are_shaded_alike() -> None:
    shown = position("tictactoe")
    marks = cell_marks(analysed(shown, [Score.estimate(0.305), Score.estimate(0.3)]), shown)
    assert {mark.ground for mark in marks.values()} == {"shade-1"}


def test_a_proven_loss_does_not_stretch_the_shades_of_estimates() -> None:
    shown = position("tictactoe")
    scores = [Score.estimate(0.2), Score.estimate(0.0), Score.exact(Verdict.LOSE)]
    marks = cell_marks(analysed(shown, scores), shown)
    assert [mark.ground for mark in marks.values()] == ["shade-1", "shade-7", "on-lose"]


@pytest.mark.usefixtures("canned")
@pytest.mark.parametrize(
    ("name", "game", "moves", "start"),
    [
        ("grid", "tictactoe", "a1 b2 c3", None),
        ("guesses", "gomoku", "h8 h9", None),
        ("columns", "connect-four:5,4,4", "3 3 2", None),
        ("graph", "pong-hau-ki", "", None),
        ("heaps", "nim:3,4,5", "", None),
        ("nested", "ultimate", "9.7", FORCED),
        ("cube", "tictactoe3d", "", None),
    ],
)
async def test_every_kind_of_board_has_grounds(hall: Door, name: str, game: str, moves: str, start: str | None) -> None:
    hall.furnish(panel="live", marks=True)
    async with hall(game, moves, PEOPLE, NARROW, start=start) as visit:
        await look(visit, name)


@pytest.mark.parametrize("theme", [theme.name for theme in OWN])
@pytest.mark.parametrize(("name", "game", "moves"), [("grid", "tictactoe", "a1 b2 c3"), ("guesses", "gomoku", "h8 h9")])
async def test_a_palette_of_256_colours_has_the_same_grounds(
    hall: Door, theme: str, name: str, game: str, moves: str
) -> None:
    hall.furnish(panel="live", marks=True, theme=theme)
    hall.engines.canned = True
    async with hall(game, moves, PEOPLE, NARROW) as visit:
        check_board(f"tints-{name}", visit, partial(ground_letters, palette=in_256))


async def test_without_values_on_the_cells_nothing_has_a_ground(hall: Door) -> None:
    hall.furnish(panel="live", marks=False)
    async with hall("tictactoe", "a1 b2 c3", (FULL, "human")) as visit:
        assert set(ground_letters(visit.app)) == {".", "\n"}


@pytest.mark.parametrize(
    "surroundings", [Surroundings(colours=False), Surroundings(colours=False, ascii=True)], ids=["unicode", "ascii"]
)
async def test_without_colours_bars_tell_how_good_guesses_are_whose_numbers_have_no_room(
    hall: Door, surroundings: Surroundings
) -> None:
    hall.surroundings = surroundings
    hall.furnish(panel="live", marks=True)
    hall.engines.canned = True
    async with hall("ultimate", "9.7", PEOPLE, NARROW, start=FORCED) as visit:
        check_board(f"tints-bars-{'ascii' if surroundings.ascii else 'unicode'}", visit)


def colours_of(theme: Theme) -> dict[str, str]:
    """The colours of a theme with those that are mixed from them."""
    named = {**variables(theme.dark, ansi=False), **theme.variables}
    shown = {
        "background": theme.background or ("#121212" if theme.dark else "#efefef"),
        "foreground": theme.foreground or ("#e0e0e0" if theme.dark else "#1f1f1f"),
    }
    return {**named, **shown, **grounds(theme, named)}


@pytest.mark.parametrize("theme", MIXED, ids=lambda theme: theme.name)
def test_what_has_a_ground_can_be_read_on_it(theme: Theme) -> None:
    colours, least = colours_of(theme), 4.5 if theme in OWN else 3.5
    for value in ("win", "tie", "lose", "endless"):
        assert contrast(colours[value], colours[f"on-{value}"]) >= 4.5, value
        assert contrast(colours["foreground"], colours[f"on-{value}"]) >= least, value
    for step in range(1, 8):
        assert contrast(colours["ink"], colours[f"shade-{step}"]) >= 4.5, step
    for seat in ("first", "second"):
        for text in ("first", "second"):
            assert contrast(colours[text], colours[f"turn-{seat}"]) >= 3.5, (text, seat)
        assert contrast(colours["foreground"], colours[f"turn-{seat}"]) >= 3, seat
        assert contrast(colours[f"faded-{seat}"], colours["background"]) >= 3, seat


@pytest.mark.parametrize("theme", MIXED, ids=lambda theme: theme.name)
def test_no_two_grounds_of_values_look_the_same(theme: Theme) -> None:
    colours = colours_of(theme)
    for one, other in combinations([name for name in GROUNDS if not name.startswith("turn")], 2):
        assert apart(colours[one], colours[other], USUAL) > 2, (one, other)
    for one, other in combinations(("on-win", "on-tie", "on-lose", "on-endless"), 2):
        assert apart(colours[one], colours[other], USUAL) > 7, (one, other)


@pytest.mark.parametrize("theme", MIXED, ids=lambda theme: theme.name)
def test_the_grounds_of_values_stay_apart_in_a_palette_of_256_colours(theme: Theme) -> None:
    colours = colours_of(theme)
    shown = {name: in_256(colours[name]) for name in GROUNDS if not name.startswith("turn")}
    assert len(set(shown.values())) == len(shown), shown


def test_the_terminal_s_own_colours_make_no_grounds() -> None:
    theme = BUILTIN_THEMES["ansi-dark"]
    mixed = grounds(theme, variables(theme.dark, ansi=True))
    assert {mixed[name] for name in GROUNDS} == {"transparent"}
