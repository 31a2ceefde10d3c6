"""The solver of Connect Four against brute force on small boards, the literature on the large one, and its own book. It
takes 12 seconds."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import count
from random import Random

import pytest

from core.analysis import Analysis, Limit, Watch
from core.engines import best
from core.engines.connect_four import book as connect_four_book
from core.engines.connect_four.engine import ConnectFourSolver, plies
from core.engines.connect_four.search import ConnectFourBoard, Searcher, follow_up
from core.game import State
from core.games import get
from core.games.connect_four import ConnectFour
from core.position import Position, play_all
from core.score import Verdict
from tests.core.brute import Worth, winning_rows
from tests.core.engines_cases import impatient
from tests.core.watching import ask, at

VERDICTS = {1: Verdict.WIN, 0: Verdict.TIE, -1: Verdict.LOSE}


class Brute:
    """Connect Four by brute force on strings, top row first, sharing no code with the product."""

    def __init__(self, columns: int, rows: int) -> None:
        self.columns = columns
        self.rows = [sorted(cells) for cells in winning_rows(columns, rows, 4, False)]
        self.worth = cache(self._worth)

    def drops(self, board: str) -> dict[int, str]:
        """The board after a disc in each column that has room."""
        mark = "XO"[(board.count("X") + board.count("O")) % 2]
        after = {}
        for column in range(self.columns):
            free = board[column :: self.columns].count(".")
            if free:
                cell = (free - 1) * self.columns + column
                after[column] = board[:cell] + mark + board[cell + 1 :]
        return after

    def over(self, board: str) -> bool:
        """Whether somebody has won or the board is full."""
        return "." not in board or self.won(board)

    def _worth(self, board: str) -> Worth:
        if self.over(board):
            return Worth(-1 if self.won(board) else 0, 0)
        after = [self.worth(later) for later in self.drops(board).values()]
        value = max(-each.value for each in after)
        distances = [each.plies for each in after if -each.value == value]
        return Worth(value, 1 + (max(distances) if value < 0 else min(distances)))

    def won(self, board: str) -> bool:
        """Whether somebody has four in a row."""
        return any(board[a] == board[b] == board[c] == board[d] != "." for a, b, c, d in self.rows)


def score(brute: Brute, board: str) -> int:
    """The score of a position as Pascal Pons counts it."""
    worth = brute.worth(board)
    return worth.value * ((board.count(".") - worth.plies + 2) // 2)


def written(board: str, columns: int) -> str:
    """A board as the product reads it."""
    return "/".join(board[i : i + columns] for i in range(0, len(board), columns))


def random_board(brute: Brute, cells: int, discs: int, random: Random) -> str:
    """A board after random play that is not over."""
    while True:
        board = "." * cells
        for _ in range(discs):
            if brute.over(board):
                break
            board = random.choice(list(brute.drops(board).values()))
        if not brute.over(board):
            return board


def small_board(columns: int, rows: int) -> ConnectFourBoard:
    """What the search knows of a board with four in a row."""
    game = get(f"connect-four:{columns},{rows},4")
    assert isinstance(game, ConnectFour)
    return ConnectFourBoard(game)


def quiet(
    brute: Brute, board: ConnectFourBoard, discs: range, count: int, random: Random
) -> Iterator[tuple[str, int, int, int]]:
    """Of so many random boards those whose player does not win at once, each with his discs, all discs, and the places where
    the other threatens four."""
    game = board.game
    for _ in range(count):
        text = random_board(brute, game.columns * game.rows, random.randrange(discs.start, discs.stop), random)
        own, taken = game.parse_state(written(text, game.columns))
        if not board.threats(own) & ~taken & (taken + board.bottom):
            yield text, own, taken, board.threats(own ^ taken) & ~taken


def random_position(discs: int, random: Random) -> Position:
    """A position of 7x6 after random play that is not over."""
    while True:
        position = at("connect-four")
        while not position.outcome and position.game.format_state(position.state).count(".") > 42 - discs:
            position = position.play(random.choice(position.moves))
        if not position.outcome:
            return position


@pytest.mark.parametrize(("columns", "rows", "fewest", "boards"), [(4, 4, 4, 200), (5, 4, 9, 150), (4, 5, 9, 100)])
def test_every_move_has_the_value_and_the_distance_of_brute_force(
    columns: int, rows: int, fewest: int, boards: int
) -> None:
    random = Random(columns * rows)
    brute = Brute(columns, rows)
    seen = set()
    for _ in range(boards):
        board = random_board(brute, columns * rows, random.randrange(fewest, columns * rows), random)
        position = at(f"connect-four:{columns},{rows},4", written(board, columns))
        for line in ask("connect-four", position).lines:
            value, distance = brute.worth(brute.drops(board)[line.move])
            assert line.score.verdict is VERDICTS[-value]
            assert line.score.plies == distance + 1
            assert len(line.pv) == line.score.plies
            seen.add(-value)
    assert seen == {1, 0, -1}


@pytest.mark.parametrize(
    ("id", "values"),
    [
        ("connect-four:4,4,4", ["tie 16"] * 4),
        ("connect-four:5,4,4", ["lose 20", "tie 20", "tie 20", "tie 20", "lose 20"]),
        ("connect-four:4,5,4", ["tie 20"] * 4),
        ("connect-four:6,4,4", ["lose 24"] * 6),
    ],
)
def test_small_boards_have_the_values_of_another_program_for_every_first_move(id: str, values: list[str]) -> None:
    lines = sorted(ask("connect-four", at(id)).lines, key=lambda line: line.move)
    assert [f"{line.score.verdict and line.score.verdict.value} {line.score.plies}" for line in lines] == values
    assert all(len(line.pv) == line.score.plies for line in lines)


def test_the_first_moves_on_7x6_have_the_scores_of_the_literature() -> None:
    """Allis 1988, Allen 1988; the scores as Pascal Pons prints them: -2 -1 0 +1 0 -1 -2."""
    analysis = ask("connect-four", at("connect-four"))
    found = {line.move + 1: (line.score.verdict, line.score.plies, line.score.method) for line in analysis.lines}
    assert found == {
        4: (Verdict.WIN, 41, "book"),
        3: (Verdict.TIE, 42, "book"),
        5: (Verdict.TIE, 42, "book"),
        2: (Verdict.LOSE, 42, "book"),
        6: (Verdict.LOSE, 42, "book"),
        1: (Verdict.LOSE, 40, "book"),
        7: (Verdict.LOSE, 40, "book"),
    }
    assert all(len(line.pv) == 12 for line in analysis.lines)


def test_scores_tell_the_plies() -> None:
    assert [plies(score, 42) for score in (21, 1, 0, -1, -21)] == [1, 41, 42, 42, 2]
    assert [plies(score, 41) for score in (21, 20, 1, 0, -1, -20)] == [1, 3, 41, 41, 40, 2]


@pytest.mark.parametrize("discs", [3, 7])
def test_a_book_follows_from_the_next_by_looking_ahead(discs: int) -> None:
    """So the values of the first moves, which the literature knows, rest on the deepest book alone."""
    rules = get("connect-four")
    assert isinstance(rules, ConnectFour)
    random = Random(discs)
    deeper = connect_four_book.DISCS[connect_four_book.DISCS.index(discs) + 1]

    def score(state: State, depth: int) -> int:
        left = 42 - state[1].bit_count()
        after = [rules.play(state, move) for move in rules.moves(state)]
        if any(rules.value(later) == -1 for later in after):
            return (left + 1) // 2
        if depth == 0:
            found = connect_four_book.score(*state)
            assert found is not None
            return found
        return max(-score(later, depth - 1) for later in after)

    for _ in range(20):
        state = random_position(discs, random).state
        if connect_four_book.score(*state) is not None:
            assert connect_four_book.score(*state) == score(state, deeper - discs)


def test_the_search_finds_what_the_deepest_book_says() -> None:
    """For those of a sample of positions that are decided soon enough to be searched in a test."""
    rules = get("connect-four")
    assert isinstance(rules, ConnectFour)
    board = ConnectFourBoard(rules)
    random = Random(0)
    agreed: list[int] = []
    while len(agreed) < 40:
        own, taken = random_position(12, random).state
        known = connect_four_book.score(own, taken)
        if known is not None and abs(known) >= 9:
            search = Searcher(board, lambda nodes: None)
            threats = board.threats(own ^ taken) & ~taken
            assert search(own, taken, threats, 30, known) >= known
            assert search(own, taken, threats, 30, known + 1) <= known
            agreed.append(known)
    assert min(agreed) < 0 < max(agreed)


@pytest.mark.parametrize(("columns", "rows", "fewest"), [(4, 4, 5), (5, 4, 9), (4, 6, 14)])
def test_who_follows_up_keeps_what_that_is_said_to_prove(columns: int, rows: int, fewest: int) -> None:
    brute, board = Brute(columns, rows), small_board(columns, rows)
    bound = follow_up(board)
    shown = {(parity, beta): 0 for parity in (0, 1) for beta in (-1, 0, 1)}
    discs = range(fewest, columns * rows - 2)
    for text, own, taken, threats in quiet(brute, board, discs, 600, Random(columns)):
        left = text.count(".")
        for beta in (-1, 0, 1):
            value = bound(own, taken, threats, left, beta)
            if value < beta:
                assert score(brute, text) <= value, text
                shown[left % 2, beta] += 1
    # On four rows too few wins are early.
    early = (shown[0, -1], shown[1, -1]) if rows == 6 else ()
    assert min(shown[0, 0], shown[0, 1], shown[1, 0], *early) > 0, shown


@pytest.mark.parametrize(("columns", "rows", "fewest"), [(4, 4, 5), (5, 4, 11), (4, 5, 11), (4, 6, 15)])
def test_a_null_window_tells_the_truth_whatever_it_is_asked(columns: int, rows: int, fewest: int) -> None:
    random = Random(columns)
    brute, board = Brute(columns, rows), small_board(columns, rows)
    search = Searcher(board, lambda nodes: None)
    for text, own, taken, threats in quiet(brute, board, range(fewest, columns * rows), 40, random):
        left, truth = text.count("."), score(brute, text)
        for beta in random.sample(range(-left, left + 1), 2 * left):
            value = search(own, taken, threats, left, beta)
            assert truth >= value if value >= beta else truth <= value, (text, beta)


@pytest.mark.parametrize(("columns", "verdict"), [("1473535522133", Verdict.WIN), ("653553666621222", Verdict.WIN)])
def test_what_stands_is_known_in_about_a_second(columns: str, verdict: Verdict) -> None:
    """Two games in which the result was thrown away at one second a move, in which so many nodes are searched."""
    _, position = play_all(get("connect-four"), " ".join(columns))
    analysis = ask("connect-four", position, Limit(nodes=400_000))
    assert analysis.lines[0].score.verdict is verdict


def test_what_was_found_out_serves_the_next_question_of_the_game() -> None:
    position = random_position(20, Random(5))
    engine = ConnectFourSolver()
    first = engine.analyse(Watch(position, Limit(), lambda: 0.0))
    alone = ConnectFourSolver().analyse(Watch(position.play(first.lines[0].move), Limit(), lambda: 0.0))
    after = engine.analyse(Watch(position.play(first.lines[0].move), Limit(), lambda: 0.0))
    assert after.nodes < alone.nodes
    assert [line.score for line in after.lines] == [line.score for line in alone.lines]


def test_a_level_plays_alike_whatever_was_asked_before() -> None:
    position = random_position(20, Random(5))
    engine = ConnectFourSolver()
    first = engine.analyse(Watch(position, Limit(nodes=3000), lambda: 0.0))
    engine.analyse(Watch(position, Limit(), lambda: 0.0))
    assert engine.analyse(Watch(position, Limit(nodes=3000), lambda: 0.0)) == first


def test_no_move_is_better_than_the_book_says_of_a_position_of_12_discs() -> None:
    """So where it is lost every move is known to lose before any search is done."""
    random = Random(2)
    lost = 0
    while lost < 3:
        position = random_position(12, random)
        known = connect_four_book.score(*position.state)
        if known is not None and known < 0:
            analysis = ask("connect-four", position, Limit(nodes=2000))
            assert {line.score.verdict for line in analysis.lines} == {Verdict.LOSE}
            lost += 1


def test_a_position_and_its_mirror_image_have_the_same_values() -> None:
    random = Random(3)
    for discs in (0, 6, 9, 24, 28, 33):
        position = random_position(discs, random)
        mirror = position.game.symmetries[1]
        image = Position(position.game, mirror.image(position.state))
        scores = {line.move: line.score for line in ask("connect-four", image).lines}
        assert {mirror.moves[line.move]: line.score for line in ask("connect-four", position).lines} == scores


def test_a_table_that_is_emptied_all_the_time_changes_no_value(monkeypatch: pytest.MonkeyPatch) -> None:
    position = random_position(20, Random(5))
    scores = {line.move: line.score for line in ask("connect-four", position).lines}
    monkeypatch.setattr("core.engines.root.MEMORY", 0)
    assert {line.move: line.score for line in ask("connect-four", position).lines} == scores


def test_moves_that_are_mirror_images_have_mirrored_play() -> None:
    for id in ("connect-four", "connect-four:5,4,4"):
        lines = {line.move: line for line in ask("connect-four", at(id)).lines}
        last = len(lines) - 1
        for move, line in lines.items():
            if move < last - move:
                assert lines[last - move].pv == tuple(last - move for move in line.pv)


def test_a_win_in_one_is_taken_and_every_other_move_is_proven_too() -> None:
    random = Random(8)
    wins = 0
    for _ in range(120):
        position = random_position(random.randrange(24, 36), random)
        winning = [move for move in position.moves if (after := position.play(move).outcome) and after.cells]
        if winning:
            wins += 1
            analysis = ask("connect-four", position)
            assert [line.move for line in analysis.lines if line.score.plies == 1] == winning
            assert analysis.settled
    assert wins > 10


def test_whenever_it_is_stopped_what_it_calls_proven_is_true_and_is_never_taken_back() -> None:
    position = random_position(20, Random(5))
    reports: list[Analysis] = []
    truth = {line.move: line.score for line in ask("connect-four", position, listener=reports.append).lines}
    answers = list(reports)
    for patience in count():
        answers.append(ask("connect-four", position, stop=impatient(patience)))
        if answers[-1].settled:
            break
    assert len(answers) > 20
    for answer in answers:
        assert sorted(line.move for line in answer.lines) == list(position.moves)
        for line in answer.lines:
            if line.score.proven:
                assert line.score.verdict is truth[line.move].verdict
                assert line.score.plies in (None, truth[line.move].plies)
    proven = [sum(line.score.proven for line in report.lines) for report in reports]
    assert proven == sorted(proven)


def test_every_verdict_is_known_before_the_last_distance() -> None:
    reports: list[Analysis] = []
    ask("connect-four", random_position(20, Random(5)), listener=reports.append)
    assert any(all(line.score.proven for line in report.lines) and not report.settled for report in reports)


def test_a_position_that_no_game_leads_to_is_searched() -> None:
    """In every column the second player would have had to begin."""
    position = at("connect-four", "/".join([".......", "X......", "X......", "O......", "X.X.X.X", "O.O.O.O"]))
    assert all(connect_four_book.score(*position.play(move).state) is None for move in position.moves)
    for line in ask("connect-four", position, Limit(nodes=3000)).lines:
        assert line.score.method != "book"


def test_it_is_chosen_where_it_can_prove_all_and_nowhere_else() -> None:
    for id, chosen in (
        ("connect-four", "connect-four"),
        ("connect-four:5,4,4", "connect-four"),
        ("connect-four:9,9,4", "alphabeta"),
        ("connect-four:5,4,3", "alphabeta"),
        ("tictactoe", "alphabeta"),
    ):
        assert best(at(id)).name == chosen


def test_a_limit_of_depth_is_kept() -> None:
    analysis = ask("connect-four", at("connect-four"), Limit(depth=2))
    assert analysis.depth == 2
    assert not analysis.settled
