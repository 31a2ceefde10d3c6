"""What every engine owes to whoever asks."""

from __future__ import annotations

import subprocess
import sys
from itertools import count

import pytest

from core.analysis import Analysis, Limit, Watch
from core.engines import NAMES, analyse, best, check, facts, get, of
from core.errors import UnknownEngine
from core.kits import KITS
from core.players.opponents import parse
from core.position import Position
from core.score import Score, Verdict
from tests.core.brute import representatives, solve
from tests.core.engines_cases import AT_HOME, FEW_GAMES, GAMES, GUESTS, THINKING, THINKING_AT_HOME, VALUES, whole
from tests.core.toys import Ring, Stones
from tests.core.watching import Clock, ask, at


def test_every_engine_but_the_random_mover_thinks() -> None:
    assert NAMES[0] == "random"
    assert list(NAMES[1:]) == THINKING
    for name in NAMES:
        engine = get(f" {name.upper()} ")
        assert engine is get(name)
        assert engine.name == name
        assert str(facts(name).summary).endswith(".")


def test_what_is_known_beforehand_loads_no_engine() -> None:
    code = (
        "import sys; from core import engines; from core.players import opponents; from core.games import get;"
        "[engines.facts(name) for name in engines.NAMES]; engines.facts('ugi:a b');"
        "[(p.title, p.summary, p.level) for p in opponents.players(get('tictactoe'))];"
        "print(*(name for name in sys.modules if name.startswith('core.engines.')))"
    )
    assert (
        subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
        == "core.engines.dialects\n"
    )


@pytest.mark.parametrize(
    ("former", "present"),
    [
        ("pons", "connect-four"),
        ("fives", "gomoku"),
        ("boards", "ultimate"),
        ("cubes", "qubic"),
        (" Threats ", "lines"),
        ("alphabeta", "alphabeta"),
    ],
)
def test_an_engine_answers_to_the_name_under_which_it_was_kept(former: str, present: str) -> None:
    assert check(former) == present
    player = parse(f"{former.strip()}:3")
    assert player
    assert player.text == f"{present}:3"


@pytest.mark.parametrize(
    ("name", "id", "answers"),
    [
        *((name, "tictactoe", name) for name in ("random", "minimax", "alphabeta", "mcts", "retrograde", "lines")),
        ("theory", "nim:3,4", "theory"),
        ("connect-four", "connect-four", "connect-four"),
        ("gomoku", "gomoku", "gomoku"),
        ("ultimate", "ultimate", "ultimate"),
        ("qubic", "tictactoe3d", "qubic"),
        *((name, "tictactoe", "alphabeta") for name in ("theory", "connect-four", "gomoku", "ultimate", "qubic")),
    ],
)
def test_an_answer_names_the_engine_that_gave_it(name: str, id: str, answers: str) -> None:
    found: list[Analysis] = []
    found.append(ask(name, at(id), Limit(nodes=2000), found.append))
    assert {analysis.engine for analysis in found} == {answers}
    assert Analysis.from_json(found[-1].to_json()).engine == answers


@pytest.mark.parametrize("name", ["", "alfabeta", "minmax", "{}", "x" * 5000])
def test_an_unknown_engine_is_refused_in_a_sentence_that_names_the_closest_and_all(name: str) -> None:
    with pytest.raises(UnknownEngine) as caught:
        get(name)
    message = str(caught.value)
    assert len(message) < 400
    assert all(known in message for known in NAMES)


def test_the_closest_engine_is_the_one_meant() -> None:
    with pytest.raises(UnknownEngine, match="did you mean alphabeta"):
        get("alfabeta")


def test_the_engine_that_answers_unasked_thinks_and_may_be_put_to_a_game_that_goes_round() -> None:
    for position in (at("tictactoe"), Position.start(Ring())):
        assert facts(best(position).name).thinks


@pytest.mark.parametrize("name", GUESTS)
@pytest.mark.parametrize("id", FEW_GAMES)
def test_an_engine_for_other_games_says_of_k_in_a_row_what_alphabeta_says(name: str, id: str) -> None:
    for limit in (Limit(nodes=0), Limit(nodes=300)):
        assert ask(name, at(id), limit) == ask("alphabeta", at(id), limit)


@pytest.mark.parametrize("name", AT_HOME)
@pytest.mark.parametrize("id", GAMES)
def test_an_answer_has_a_line_for_every_legal_move_even_when_stopped_at_once(name: str, id: str) -> None:
    for limit in (Limit(nodes=0), Limit(seconds=0), Limit(nodes=1000)):
        analysis = ask(name, at(id), limit)
        assert analysis.final
        whole(analysis)


@pytest.mark.parametrize("name", AT_HOME)
@pytest.mark.parametrize("id", ["tictactoe", "tictactoe/misere/wild", "mnk:5,5,4"])
def test_reports_on_the_way_are_whole_too_and_not_final(name: str, id: str) -> None:
    seen: list[Analysis] = []
    ask(name, at(id), Limit(nodes=6_000), seen.append)
    for analysis in seen[::10]:
        assert not analysis.final
        whole(analysis)
    assert seen or name == "random"


@pytest.mark.parametrize("name", THINKING_AT_HOME)
def test_a_win_in_one_is_exact_and_on_top_when_there_is_no_time_at_all(name: str) -> None:
    known = solve(3, 3, 3)
    for text in representatives({text: worth for text, worth in known.items() if worth == (1, 1)}):
        line = ask(name, at("tictactoe", text), Limit(nodes=0), stop=lambda: True).best
        assert line
        assert line.score == Score.exact(Verdict.WIN, 1, "rules")


@pytest.mark.parametrize("name", THINKING_AT_HOME)
@pytest.mark.parametrize("limit", [Limit(), Limit(depth=1), Limit(depth=2), Limit(nodes=0)])
def test_the_win_is_taken_that_a_table_of_depth_weighted_scores_misses(name: str, limit: Limit) -> None:
    """A well-known library, its table on, does not play square 7 on ..X/OXO/.O. with X to move; here X and O change parts."""
    analysis = ask(name, at("tictactoe", "..O/XOX/.X."), limit)
    assert analysis.best
    assert analysis.position.name(analysis.best.move) == "a3"
    assert analysis.best.score.plies == 1


@pytest.mark.parametrize("name", THINKING_AT_HOME)
def test_a_win_in_one_is_taken_on_large_boards_and_in_wild_and_misere_play(name: str) -> None:
    row = "." * 15
    fifteen = "/".join(["XXXX" + "." * 11, "OOOO" + "." * 11, *[row] * 13])
    for id, text in (
        ("mnk:15,15,5", fifteen),
        ("tictactoe/wild", "X../.X./..."),
        ("tictactoe/misere", "XOX/OXO/OX."),
    ):
        analysis = ask(name, at(id, text), Limit(nodes=0))
        assert analysis.best
        assert analysis.best.score.settled
        assert (analysis.best.score.verdict is Verdict.WIN) == (id != "tictactoe/misere")


@pytest.mark.parametrize("name", THINKING_AT_HOME)
@pytest.mark.parametrize("id", ["tictactoe", "tictactoe/misere", "tictactoe/wild", "mnk:4,4,3"])
def test_what_is_proven_stays_proven_while_it_thinks(name: str, id: str) -> None:
    proven: dict[int, Score] = {}

    def watch(analysis: Analysis) -> None:
        for line in analysis.lines:
            old = proven.get(line.move)
            if old:
                assert line.score.verdict is old.verdict
                assert old.plies in (None, line.score.plies)
            if line.score.proven:
                proven[line.move] = line.score

    watch(ask(name, at(id), Limit(nodes=30_000), watch))


@pytest.mark.parametrize("name", ["minimax", "alphabeta"])
def test_a_depth_of_n_finds_the_wins_within_n_plies_and_no_others(name: str) -> None:
    known = solve(3, 3, 3)
    for text in representatives({text: worth for text, worth in known.items() if worth.value == 1}):
        plies = known[text].plies
        for depth in (plies - 1, plies):
            if depth:
                line = ask(name, at("tictactoe", text), Limit(depth=depth)).best
                assert line
                assert (line.score.verdict is Verdict.WIN and line.score.plies == plies) == (depth == plies)


@pytest.mark.parametrize("name", THINKING_AT_HOME)
def test_the_same_question_gets_the_same_answer(name: str) -> None:
    first, second = (ask(name, at("mnk:5,5,4"), Limit(nodes=5000)) for _ in range(2))
    assert [(line.move, line.score, line.pv) for line in first.lines] == [
        (line.move, line.score, line.pv) for line in second.lines
    ]
    assert first.nodes == second.nodes


@pytest.mark.parametrize("name", AT_HOME)
def test_a_limit_of_seconds_is_kept_by_the_clock_that_is_given(name: str) -> None:
    analysis = analyse(get(name), Watch(at("mnk:9,9,5"), Limit(seconds=20), Clock(1.0)))
    assert analysis.seconds < 40
    whole(analysis)


@pytest.mark.parametrize("name", THINKING_AT_HOME)
def test_it_asks_whether_to_stop_at_least_every_thousand_nodes(name: str) -> None:
    ticks = count()
    analysis = ask(name, at("mnk:15,15,5"), Limit(nodes=10_000), stop=lambda: next(ticks) < 0)
    assert analysis.nodes / next(ticks) <= 1100


@pytest.mark.parametrize("name", NAMES)
def test_a_ring_that_never_ends_is_never_called_proven(name: str) -> None:
    for line in ask(name, Position.start(Ring()), Limit(depth=12, nodes=50_000)).lines:
        assert not line.score.proven


def worth_of_stones(stones: int, again: bool) -> tuple[int, int]:
    """The worth of the heap to the player to move: value, plies. Written apart from the toy's own rules."""
    options = []
    for taken in (1, 2):
        if taken > stones:
            continue
        passes = taken == 2 or again
        if taken == stones:
            options.append((1 if passes else 0, 1))
            continue
        value, plies = worth_of_stones(stones - taken, not passes)
        options.append((-value if passes else value, plies + 1))
    top = max(value for value, _ in options)
    distances = [plies for value, plies in options if value == top]
    return top, max(distances) if top < 0 else min(distances)


def test_the_play_that_mcts_shows_for_a_tie_is_as_long_as_the_tie_is_far() -> None:
    """In counted Tic-Tac-Ku a game can be drawn before the board is full."""
    text = "OOO.OX.X./X.X.O..XX/X.XO.OOO./X...XX..X/XX.OXXXXO/.OOO..OOO/O...OX.XX/.O.OOXXOX/XOXOOX.XO/O..XXO.O./-"
    analysis = ask("mcts", at("ultimate/count/tic-tac-ku", text), Limit(nodes=10_000))
    ties = [line for line in analysis.lines if line.score.verdict is Verdict.TIE and line.score.plies]
    assert ties
    assert all(len(line.pv) == line.score.plies for line in ties)


@pytest.mark.parametrize("name", ["minimax", "alphabeta"])
@pytest.mark.parametrize("stones", range(1, 13))
def test_turns_that_do_not_alternate_are_searched_to_the_exact_value_and_distance(name: str, stones: int) -> None:
    analysis = ask(name, Position.start(Stones(stones)))
    assert analysis.best
    value, plies = worth_of_stones(stones, False)
    best = [line.score for line in analysis.lines if line.score.verdict is analysis.best.score.verdict]
    distances = [score.plies for score in best if score.plies is not None]
    assert best[0].verdict is VALUES[value]
    assert (max(distances) if value < 0 else min(distances)) == plies


@pytest.mark.parametrize("stones", range(1, 13))
def test_mcts_proves_the_same_value_where_turns_do_not_alternate(stones: int) -> None:
    analysis = ask("mcts", Position.start(Stones(stones)))
    assert analysis.best
    assert analysis.best.score.verdict is VALUES[worth_of_stones(stones, False)[0]]


def test_random_rates_every_move_the_same() -> None:
    analysis = ask("random", at("tictactoe"))
    assert {line.score for line in analysis.lines} == {Score.estimate(0.0)}
    assert not facts("random").thinks


@pytest.mark.parametrize(
    ("game", "own"),
    [
        ("tictactoe", ["lines", "gomoku", "m-minimax", "m-poda", "menace"]),
        ("nim:3,4,5", ["theory", "menace"]),
        ("gomoku", ["gomoku"]),
        ("qubic", ["qubic"]),
        ("pong-hau-ki", ["menace"]),
    ],
)
def test_a_game_has_the_engines_for_any_game_and_its_own(game: str, own: list[str]) -> None:
    solvers = {name for kit in KITS.values() for name in f"{kit.solvers} {kit.programs}".split()}
    assert [name for name in of(at(game).game) if name in solvers] == own
    assert [name for name in of(at(game).game) if name not in solvers] == [
        name for name in NAMES if name not in solvers
    ]


@pytest.mark.parametrize(
    ("game", "name"),
    [("tictactoe", "alphabeta"), ("mnk:7,7,5", "lines"), ("mnk:15,15,5", "gomoku"), ("mnk:12,12,6", "alphabeta")],
)
def test_the_first_engine_of_a_game_that_solves_a_position_is_the_best(game: str, name: str) -> None:
    assert best(at(game)).name == name
