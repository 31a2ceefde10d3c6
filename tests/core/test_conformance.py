"""What every registered game owes to the rest of the hall."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.errors import BadNotation, CoreError, IllegalMove, UnknownGame
from core.game import Game
from core.games import FAMILIES, get, presets
from core.kinds.faces import GridGame
from core.own import gallery
from core.position import Position, play_all
from tests.core.games_cases import IDS as WRITTEN

IDS = [*WRITTEN, *(definition.id for definition in gallery() if definition.kind != "tree")]
ON_GRIDS = [id for id in IDS if isinstance(get(id), GridGame)]
MAX_MOVES = 1000
"""Moves after which a random game that goes round is left."""


def random_game(game: Game, seed: int) -> Iterator[Position]:
    """The positions of a random game, the last one included."""
    draw = random.Random(seed)
    position = Position.start(game)
    yield position
    for _ in range(MAX_MOVES):
        if position.outcome:
            return
        position = position.play(draw.choice(position.moves))
        yield position


@pytest.fixture(params=IDS)
def game(request: pytest.FixtureRequest) -> Game:
    return get(request.param)


def test_an_id_gives_back_the_game_that_bears_it(game: Game) -> None:
    assert get(game.id) is game
    assert get(f"  {game.id.upper()} ") is game
    assert all(str(text).strip() for text in (game.name, game.rules))
    assert len(set(game.players)) == 2


def test_options_may_stand_in_any_order(game: Game) -> None:
    root, *options = game.id.split("/")
    assert get("/".join([root, *reversed(options)])) is game


def test_a_random_game_ends_unless_the_game_goes_round(game: Game) -> None:
    for seed in range(3):
        *_, last = random_game(game, seed)
        if last.outcome:
            assert last.moves == ()
            assert last.outcome.winner in (None, 0, 1)
            with pytest.raises(IllegalMove, match="over"):
                last.play(0)
        else:
            assert not game.finite


def test_legal_moves_are_accepted_and_every_other_is_refused_with_a_reason(game: Game) -> None:
    for position in list(random_game(game, 1))[::5]:
        legal = set(position.moves)
        assert list(position.moves) == sorted(legal)
        assert legal <= set(range(game.move_count))
        if position.outcome:
            continue
        assert legal
        for move in range(-1, game.move_count + 1):
            if move in legal:
                assert position.play(move) != position
            else:
                with pytest.raises(IllegalMove) as caught:
                    position.play(move)
                assert len(str(caught.value)) > 10
                assert "{" not in str(caught.value)


def test_playing_a_move_leaves_the_old_position_as_it_was(game: Game) -> None:
    for position in list(random_game(game, 2))[:30]:
        before = position.text, position.state, position.turn, position.moves
        for move in position.moves:
            position.play(move)
        assert (position.text, position.state, position.turn, position.moves) == before
        hash(position.state)


def test_notation_is_read_back_as_the_move_it_was_written_for(game: Game) -> None:
    for position in list(random_game(game, 3))[::4]:
        names = [position.name(move) for move in position.moves]
        assert len(set(names)) == len(names)
        for move, name in zip(position.moves, names, strict=True):
            assert position.parse(name) == move
            assert position.parse(f" {name.upper()} ") == move
            assert not set(name) & set(" ,;\n")


def test_a_position_is_read_back_from_its_text(game: Game) -> None:
    for seed in range(2):
        for position in random_game(game, seed):
            again = Position.from_text(game, position.text)
            assert again == position
            assert (again.turn, again.moves, again.outcome) == (position.turn, position.moves, position.outcome)
            assert "\n" not in position.text


def test_a_game_can_be_played_again_from_its_notation(game: Game) -> None:
    path = list(random_game(game, 4))[:200]
    names = [
        before.name(next(move for move in before.moves if before.play(move) == after))
        for before, after in pairwise(path)
    ]
    moves, last = play_all(game, " ".join(names))
    assert last == path[-1]
    assert len(moves) == len(path) - 1


def test_symmetries_map_legal_moves_to_legal_moves_and_keep_value_and_turn(game: Game) -> None:
    symmetries = game.symmetries
    assert tuple(symmetries[0].moves) == tuple(range(game.move_count))
    assert len({symmetry.moves for symmetry in symmetries}) == len(symmetries)
    path = list(random_game(game, 5))
    for position in path[:: max(6, len(path) // 10)]:
        s = position.state
        for symmetry in symmetries[:20]:
            image = symmetry.image(s)
            assert game.value(image) == game.value(s)
            assert game.turn(image) == game.turn(s)
            assert game.canonical(image) == game.canonical(s)
            if not position.outcome:
                assert sorted(symmetry.moves[move] for move in position.moves) == list(game.moves(image))
                for move in position.moves[:5]:
                    after = symmetry.image(game.play(s, move))
                    assert game.play(image, symmetry.moves[move]) == after


def test_the_representative_of_a_class_is_one_of_it(game: Game) -> None:
    for position in list(random_game(game, 6))[::6]:
        s = position.state
        least = game.canonical(s)
        assert least in [symmetry.image(s) for symmetry in game.symmetries]
        assert game.canonical(least) == least


@pytest.mark.parametrize("game", ON_GRIDS, indirect=True)
def test_a_grid_shows_the_marks_that_were_set(game: GridGame) -> None:
    for position in random_game(game, 7):
        marks = game.marks(position.state)
        assert len(marks) == game.cell_count == game.columns * game.rows * game.layers
        assert set(marks) <= set(range(-1, len(game.letters)))
        assert set(game.faint(position.state)) <= set(range(game.cell_count))
        for move in position.moves:
            cell = game.cell(move)
            assert cell == -1 or marks[cell] == -1 or cell in game.faint(position.state)
    assert sum(mark >= 0 for mark in marks)
    assert position.outcome
    assert set(position.outcome.cells) <= set(range(len(marks)))
    assert list(position.outcome.cells) == sorted(position.outcome.cells)


@pytest.mark.parametrize("game", ON_GRIDS, indirect=True)
def test_a_won_game_shows_the_cells_that_won_it(game: GridGame) -> None:
    for seed in range(6):
        *_, last = random_game(game, seed)
        if last.outcome and last.outcome.reason.value == "line":
            assert len({game.marks(last.state)[cell] for cell in last.outcome.cells}) >= 1
            assert all(game.marks(last.state)[cell] >= 0 for cell in last.outcome.cells)


def refused(error: CoreError | None) -> bool:
    """Whether there is an error, one that says something and does not repeat a text without end."""
    return error is not None and 10 < len(str(error)) < 600


@given(text=st.text(max_size=60), id=st.sampled_from(IDS))
@settings(max_examples=300)
def test_any_text_is_a_move_or_refused_in_words(text: str, id: str) -> None:
    position = Position.start(get(id))
    move, problem = None, None
    try:
        move = position.parse(text)
    except (BadNotation, IllegalMove) as error:
        problem = error
    assert move in position.moves or refused(problem)


@given(text=st.text(alphabet="XOxo./.", max_size=40) | st.text(max_size=60), id=st.sampled_from(IDS))
@settings(max_examples=300)
def test_any_text_is_a_position_or_refused_in_words(text: str, id: str) -> None:
    game = get(id)
    position, problem = None, None
    try:
        position = Position.from_text(game, text)
    except BadNotation as error:
        problem = error
    assert refused(problem) if position is None else Position.from_text(game, position.text) == position


@given(
    text=st.text(max_size=60)
    | st.from_regex(r"(mnk|tictactoe|nim)(:[0-9,-]{0,12})?(/(misere|wild|toroidal|x)){0,4}", fullmatch=True)
)
@settings(max_examples=300)
def test_any_text_is_a_game_or_refused_in_words(text: str) -> None:
    game, problem = None, None
    try:
        game = get(text)
    except UnknownGame as error:
        problem = error
    assert refused(problem) if game is None else get(game.id) is game


@pytest.mark.parametrize("text", ["x" * 1_000_000, "/" * 100_000, "1" * 5000, "\x00", "𝟙𝟚", "XOX/OXO/OXO"])
def test_monstrous_texts_are_refused_too(text: str) -> None:
    game = get("tictactoe")
    for read in (lambda: Position.start(game).parse(text), lambda: Position.from_text(game, text), lambda: get(text)):
        with pytest.raises(CoreError) as caught:
            read()
        assert len(str(caught.value)) < 1000


def test_the_hall_lists_games_that_the_registry_knows() -> None:
    listed = presets()
    assert len({game.id for game in listed}) == len(listed)
    assert {game.id.split(":")[0].split("/")[0] for game in listed} == set(FAMILIES)
