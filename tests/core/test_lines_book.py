from __future__ import annotations

from random import Random

from core.analysis import Limit
from core.engines.lines import book
from core.engines.lines.book import verdict
from core.engines.root import VERDICTS
from core.games import get
from core.games.mnk import Mnk
from core.position import Position
from tests.core.lanes_brute import Brute
from tests.core.lines_book_cases import five_by_five, states
from tests.core.threats_cases import random_position, sides
from tests.core.watching import ask
from tests.tools.make_lines_book import BOARDS, decided, positions


def test_the_positions_of_a_few_marks_are_as_many_as_burnside_counts() -> None:
    # A turn leaves the middle alone where it is, each of four reflections five cells: (25 + 3 + 4 * 5) / 8 and, of two marks,
    # (25 * 24 + 4 * 5 * 4) / 8.
    assert [len(list(positions(five_by_five(), marks))) for marks in (0, 1, 2)] == [1, 6, 85]


def test_the_book_has_least_images_of_open_positions_alone() -> None:
    game = five_by_five()
    for state, known in states(game):
        assert game.value(state) is None
        assert (state[0].bit_count(), state[1].bit_count()) in ((2, 2), (3, 2))
        assert all(verdict(game, symmetry.image(state)) is known for symmetry in game.symmetries)


def test_what_goes_into_the_book_is_as_brute_force_says() -> None:
    game, random = five_by_five(), Random(3)
    seen = set()
    for _ in range(30):
        position = random_position("mnk:5,5,4", 10, random)
        value = Brute("mnk:5,5,4").value(*sides(position))
        assert decided(game, position.state)[0] is VERDICTS[value]
        seen.add(value)
    assert seen == {-1, 0, 1}


def test_all_moves_of_positions_that_took_long_are_proven_in_few_nodes() -> None:
    for text in ("..O../....X/X..../...../.....", "...../X...X/...../...../.O..."):
        lines = ask("lines", Position.from_text(five_by_five(), text), Limit(nodes=15_000)).lines
        assert all(line.score.proven for line in lines)
        assert {line.score.method for line in lines} >= {"book"}


def test_other_boards_have_no_book() -> None:
    game = get("mnk:6,5,4")
    assert isinstance(game, Mnk)
    assert verdict(game, game.start()) is None
    assert set(BOARDS) == set(book._book())
