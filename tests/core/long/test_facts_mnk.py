"""What is known of tic-tac-toe and its kin. Numbers: the literature, and programs that share no code with the product. It
takes 30 seconds."""

from __future__ import annotations

from collections import Counter
from functools import cache

import pytest

from core.analysis import Analysis
from core.game import Game, State
from core.games import get
from core.score import Score, Verdict
from tests.core.brute import Worth, representatives, solve
from tests.core.watching import ask, at


@cache
def reachable(id: str) -> dict[State, int]:
    """Every reachable state and the ply at which it stands."""
    game = get(id)
    layer, ply, found = {game.start()}, 0, {game.start(): 0}
    while layer:
        ply += 1
        layer = {game.play(s, m) for s in layer if game.value(s) is None for m in game.moves(s)}
        found |= dict.fromkeys(layer, ply)
    return found


def games(game: Game, s: State) -> Counter[str]:
    """How the games from s on end."""
    value = game.value(s)
    if value is not None:
        winner = None if value == 0 else game.turn(s) if value > 0 else 1 - game.turn(s)
        return Counter(["draw" if winner is None else "XO"[winner]])
    return sum((games(game, game.play(s, m)) for m in game.moves(s)), Counter())


def test_5478_positions_can_be_reached_765_up_to_symmetry() -> None:
    states = reachable("tictactoe")
    assert len(states) == 5478
    assert len({get("tictactoe").canonical(s) for s in states}) == 765


def test_positions_by_ply() -> None:
    game, states = get("tictactoe"), reachable("tictactoe")
    assert sorted(Counter(states.values()).items()) == list(enumerate([1, 9, 72, 252, 756, 1260, 1520, 1140, 390, 78]))
    classes = {game.canonical(s): ply for s, ply in states.items()}
    assert sorted(Counter(classes.values()).items()) == list(enumerate([1, 3, 12, 38, 108, 174, 204, 153, 57, 15]))


def test_138_final_boards_91_won_by_x_44_by_o_3_drawn() -> None:
    game = get("tictactoe")
    final = {game.canonical(s) for s in reachable("tictactoe") if game.value(s) is not None}
    winners = Counter(None if game.value(s) == 0 else 1 - game.turn(s) for s in final)
    assert len(final) == 138
    assert winners == {0: 91, 1: 44, None: 3}


def test_18753_positions_of_the_wild_game() -> None:
    assert len(reachable("tictactoe/wild")) == 18753


@pytest.mark.parametrize(
    ("square", "x", "o", "draws"),
    [("a1", 14652, 7896, 5184), ("b1", 14232, 10176, 5184), ("b2", 15648, 5616, 4608)],
)
def test_games_after_a_corner_an_edge_and_the_centre_as_arias_counts_them(
    square: str, x: int, o: int, draws: int
) -> None:
    position = at("tictactoe")
    position = position.play(position.parse(square))
    assert games(position.game, position.state) == {"X": x, "O": o, "draw": draws}


def test_255168_games_by_the_sum_over_first_squares() -> None:
    assert 4 * 27732 + 4 * 29592 + 25872 == 255168
    assert 4 * (14652 + 14232) + 15648 == 131184
    assert 4 * (7896 + 10176) + 5616 == 77904


def table(worth: dict[str, Worth]) -> dict[int, dict[int, int]]:
    found: dict[int, dict[int, int]] = {-1: {}, 0: {}, 1: {}}
    for value, plies in worth.values():
        found[value][plies] = found[value].get(plies, 0) + 1
    return found


def test_brute_force_agrees_with_the_published_remoteness_tables() -> None:
    """The tests measure the engines by brute force; this measures brute force by GAMESMAN's convention and counts."""
    assert table(solve(3, 3, 3)) == {
        0: {0: 16, 1: 80, 2: 200, 3: 200, 4: 264, 5: 136, 6: 138, 7: 24, 8: 9, 9: 1},
        -1: {0: 942, 2: 508, 4: 124},
        1: {1: 2358, 3: 356, 5: 122},
    }
    assert table(solve(3, 3, 3, wild=True)) == {
        -1: {0: 7628, 2: 22, 4: 4, 6: 2},
        0: {0: 32, 1: 40, 2: 64, 3: 128, 4: 224, 5: 244, 6: 208, 7: 56, 8: 16},
        1: {1: 10020, 3: 56, 5: 8, 7: 1},
    }


VERDICTS = {1: Verdict.WIN, 0: Verdict.TIE, -1: Verdict.LOSE}


def worth(score: Score) -> tuple[Verdict | None, int | None]:
    assert score.proven
    return score.verdict, score.plies


def same_as_brute_force(analysis: Analysis, known: dict[str, Worth]) -> None:
    for line in analysis.lines:
        value, plies = known[analysis.position.play(line.move).text]
        if not line.score.settled or worth(line.score) != (VERDICTS[-value], plies + 1):
            raise AssertionError((analysis.position.text, line, value, plies))


@pytest.mark.parametrize("options", ["", "misere", "toroidal", "misere/toroidal"])
def test_alphabeta_proves_value_and_distance_of_every_move_in_every_position(options: str) -> None:
    flags = {option: True for option in options.split("/") if option}
    known = solve(3, 3, 3, **flags)
    every = [text for text in known if known[text].plies]
    for text in every if not options else representatives({text: known[text] for text in every}):
        same_as_brute_force(ask("alphabeta", at("/".join(filter(None, ("tictactoe", options))), text)), known)


@pytest.mark.parametrize("options", ["wild", "misere/wild", "toroidal/wild", "misere/toroidal/wild"])
def test_alphabeta_proves_the_wild_games_too(options: str) -> None:
    known = solve(3, 3, 3, **dict.fromkeys(options.split("/"), True))
    chosen = representatives({text: worth for text, worth in known.items() if worth.plies})
    for text in chosen[::5] + chosen[:20]:
        same_as_brute_force(ask("alphabeta", at(f"tictactoe/{options}", text)), known)


@pytest.mark.parametrize(
    ("id", "verdict", "plies"),
    [
        ("tictactoe", Verdict.TIE, 9),
        ("tictactoe/misere", Verdict.TIE, 9),
        ("tictactoe/wild", Verdict.WIN, 7),
        ("tictactoe/misere/wild", Verdict.TIE, 9),
        ("tictactoe/toroidal", Verdict.WIN, 7),
        ("mnk:1,2,2", Verdict.TIE, 2),
        ("mnk:2,2,2", Verdict.WIN, 3),
        ("mnk:4,3,3", Verdict.WIN, 7),
        ("mnk:5,3,3", Verdict.WIN, 7),
        ("mnk:4,4,3", Verdict.WIN, 5),
        ("mnk:4,3,3/misere", Verdict.LOSE, 11),
        pytest.param("mnk:4,4,3/misere", Verdict.LOSE, 15),
        pytest.param("mnk:4,4,4/misere", Verdict.TIE, 16),
        ("mnk:3,2,4", Verdict.TIE, 6),
        ("mnk:4,2,4", Verdict.TIE, 8),
        ("mnk:5,2,4", Verdict.TIE, 10),
        ("mnk:3,3,4", Verdict.TIE, 9),
        ("mnk:4,3,4", Verdict.TIE, 12),
        pytest.param("mnk:5,3,4", Verdict.TIE, 15),
        pytest.param("mnk:5,3,5", Verdict.TIE, 15),
    ],
)
def test_the_value_of_the_start_is_the_published_one(id: str, verdict: Verdict, plies: int) -> None:
    """Uiterwijk and van den Herik 2000 for the plain games, two independent programs for the others."""
    position = at(id)
    analysis = ask("alphabeta", position)
    best = analysis.best
    assert best
    assert analysis.settled
    assert worth(best.score) == (verdict, plies)
    assert len(best.pv) == plies
    for move in best.pv:
        position = position.play(move)
    assert position.outcome
    assert position.outcome.winner == {Verdict.WIN: 0, Verdict.TIE: None, Verdict.LOSE: 1}[verdict]


@pytest.mark.parametrize("id", ["tictactoe/misere", "tictactoe/wild", "tictactoe/misere/wild"])
def test_the_centre_alone_is_good(id: str) -> None:
    analysis = ask("alphabeta", at(id))
    assert analysis.best
    top = analysis.best.score.verdict
    names = {analysis.position.name(line.move)[-2:] for line in analysis.lines if line.score.verdict is top}
    assert names == {"b2"}


def test_the_strategy_of_arias_errs_after_the_opposite_corner() -> None:
    """1-9-7-4, then the centre only draws and the corner left wins; squares numbered 1 to 9 row by row."""
    position = at("tictactoe")
    for square in (1, 9, 7, 4):
        position = position.play(square - 1)
    analysis = ask("alphabeta", position)
    centre, corner = analysis.line(4), analysis.line(2)
    assert centre
    assert corner
    assert centre.score.verdict is Verdict.TIE
    assert corner.score.verdict is Verdict.WIN
