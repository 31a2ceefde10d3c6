"""Positions are set up part by part, in every game: what the rules take is a position, all else is refused in a sentence."""

from __future__ import annotations

from random import Random

import pytest

from core.errors import BadNotation
from core.game import Game
from core.games import get, presets
from core.kinds.drafts import Draft, DrawnGame, Numbers, changed, text_of
from core.position import Position

GAMES = [game for game in presets() if isinstance(game, DrawnGame)]
VARIANTS = [get(id) for id in ("nim:1000000", "kayles:3,5", "ultimate/count", "mnk:19,19,5", "gomoku/19")]
EVERY = pytest.mark.parametrize("game", [*GAMES, *VARIANTS], ids=lambda game: str(game.id))


def test_every_game_of_the_hall_can_be_set_up() -> None:
    assert len(GAMES) == len(presets())


def positions(game: Game, seed: int) -> list[Position]:
    """The positions of a game played at random, of at most thirty plies."""
    random, position = Random(seed), Position.start(game)
    found = [position]
    while not position.outcome and len(found) <= 30:
        position = position.play(position.moves[random.randrange(len(position.moves))])
        found.append(position)
    return found


@EVERY
def test_the_parts_of_a_position_make_its_text_and_no_two_are_in_one_place(game: DrawnGame) -> None:
    for position in positions(game, 1):
        draft = game.draft(position.text)
        assert text_of(draft) == position.text
        places = [(part.x, part.y) for part in draft if part.label is None]
        assert len(set(places)) == len(places) > 0
        assert all(isinstance(part.choices, Numbers) or part.value in part.choices for part in draft)


@EVERY
def test_from_the_start_every_position_of_a_game_is_reached_by_changing_parts(game: DrawnGame) -> None:
    for position in positions(game, 2)[::5]:
        draft, goal = game.draft(Position.start(game).text), game.draft(position.text)
        assert len(draft) == len(goal)
        for at, part in enumerate(goal):
            wanted = part.choices.index(part.value) - part.choices.index(draft[at].value)
            draft = changed(draft, at, wanted)
        assert Position.from_text(game, text_of(draft)) == position


@EVERY
def test_every_change_makes_a_position_or_a_sentence(game: DrawnGame) -> None:
    random = Random(3)
    for position in positions(game, 4)[::3]:
        draft: Draft = game.draft(position.text)
        for _ in range(40):
            draft = changed(draft, random.randrange(len(draft)), random.choice((1, -1)))
            try:
                made = Position.from_text(game, text_of(draft))
            except BadNotation:
                continue
            assert Position.from_text(game, made.text) == made
            assert made.outcome or len(made.moves) > 0


@pytest.mark.parametrize(
    ("id", "changes", "sentence"),
    [
        ("tictactoe", [(0, 1), (1, 1)], "There are 2 X and 0 O on the board"),
        ("connect-four", [(0, 1)], "A disc in column 1 hangs in the air"),
        ("pong-hau-ki", [(0, 1)], "There are 2 ● and 1 ○ with ● to move"),
        ("morris", [(0, 1)], "There are 1 ● and 0 ○ with ● to move"),
        ("ultimate", [(0, 1), (9, 2)], "No board is closed yet, so there is no free choice"),
        ("numerical", [(0, 2)], "There are 0 odd and 1 even numbers"),
        ("chomp:3,4", [(0, 1)], "is not a position of this game"),
    ],
)
def test_what_no_game_reaches_is_refused_with_the_reason(
    id: str, changes: list[tuple[int, int]], sentence: str
) -> None:
    game = get(id)
    assert isinstance(game, DrawnGame)
    draft = game.draft(Position.start(game).text)
    for at, step in changes:
        draft = changed(draft, at, step)
    with pytest.raises(BadNotation, match=sentence):
        Position.from_text(game, text_of(draft))


def test_numbers_stop_at_their_ends_and_marks_go_round() -> None:
    nim, board = get("nim:3,4,5"), get("tictactoe")
    assert isinstance(nim, DrawnGame)
    assert isinstance(board, DrawnGame)
    heaps = nim.draft("3-4-5 1st")
    assert [text_of(changed(heaps, 0, step)) for step in (1, -1, -9)] == ["3-4-5 1st", "2-4-5 1st", "0-4-5 1st"]
    assert text_of(changed(heaps, 3, 1)) == "3-4-5 2nd"
    cells = board.draft(".../.../...")
    assert [text_of(changed(cells, 4, step)) for step in (1, 2, 3, -1)] == [
        ".../.X./...",
        ".../.O./...",
        ".../.../...",
        ".../.O./...",
    ]
