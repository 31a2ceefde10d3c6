"""The count of all games: figure 6 and annex B of Arias 2007 as facts.md has them, other boards against brute force. It
takes 4 seconds."""

from __future__ import annotations

from fractions import Fraction
from math import factorial

import pytest

from core.games import get
from core.phrase import Fact, Phrase
from core.position import Position, play_all
from core.score import Score, Verdict
from core.study import answer, offered, topic
from core.study.counts.counted import Counted, asked, count
from core.study.counts.counting import Counting, by_length
from core.study.study import Cell, Share, Study, StudyQuestion, StudyTable, Unstudied
from tests import saying
from tests.core.plain import plain
from tests.core.plain_boards import Plain
from tui.command.output_study import as_json
from tui.text.catalogue import say

CORNER, EDGE, CENTRE = (27_732, 14_652, 7_896, 5_184), (29_592, 14_232, 10_176, 5_184), (25_872, 15_648, 5_616, 4_608)
SQUARES = dict(zip(["a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3"], "CECEMECEC", strict=True))
"""Corner, edge or middle."""
ALL = (255_168, 131_184, 77_904, 46_080)


@pytest.fixture(scope="module")
def tictactoe() -> Study:
    return answer(StudyQuestion("games"))


def bare(cell: Cell) -> object:
    return say(cell) if isinstance(cell, (Fact, Phrase)) else cell


def rows(table: StudyTable) -> list[dict[str, object]]:
    return [{key: bare(cell.value) for key, cell in row.items()} for row in saying.cells(table)]


def counts(row: dict[str, object]) -> tuple[object, ...]:
    return row["games"], row["first"], row["second"], row["drawn"]


def test_figure_6_is_as_arias_has_it(tictactoe: Study) -> None:
    *squares, total = rows(tictactoe.table("openings"))
    assert counts(total) == ALL
    assert [row["square"] for row in squares] == list(range(1, 10))
    kinds = {"C": CORNER, "E": EDGE, "M": CENTRE}
    assert {row["move"]: counts(row) for row in squares} == {name: kinds[kind] for name, kind in SQUARES.items()}


def test_where_symmetry_makes_a_corner_an_edge_no_square_is_called_one() -> None:
    torus = answer(StudyQuestion("games", ("tictactoe/toroidal",))).table("classes")
    assert [(row["size"], "class" in row) for row in rows(torus)] == [(9, False)]


def test_the_three_classes_have_their_games_and_best_play_draws_after_all(tictactoe: Study) -> None:
    classes = rows(tictactoe.table("classes"))
    assert [(str(row["class"]), row["size"], counts(row)) for row in classes] == [
        ("corner", 4, CORNER),
        ("edge", 4, EDGE),
        ("centre", 1, CENTRE),
    ]
    assert {row["value"].verdict.value for row in classes} == {"tie"}  # type: ignore[attr-defined]


def percent(cell: object) -> float:
    assert isinstance(cell, Share)
    return round(100 * cell.part / cell.whole, 2)


def test_the_three_shares_stand_beside_each_other(tictactoe: Study) -> None:
    shares = {(str(row["move"]), str(row["outcome"])): row for row in rows(tictactoe.table("shares"))}
    assert [percent(shares[move, "X wins"]["of_all"]) for move in ("a1", "b1", "b2")] == [5.74, 5.58, 6.13]
    assert round(percent(shares["b2", "X wins"]["of_its_own"]), 1) == 60.5
    at_random = [percent(shares[move, "X wins"]["at_random"]) for move in ("b2", "a1", "b1")]
    assert [round(share, 1) for share in at_random] == [69.3, 60.7, 53.6]
    everything = [percent(shares["in all", end]["at_random"]) for end in ("X wins", "O wins", "drawn")]
    assert everything == [58.49, 28.81, 12.70]


def games_after(rules: Plain, *moves: str) -> tuple[int, int, int]:
    """Brute force: the games that the first player wins, the second wins, and that are drawn."""
    pos = rules.start
    for move in moves:
        pos = rules.after(pos)[move]
    result = rules.result(pos)
    if result is not None:
        winner = 2 if result == 0 else pos[0] if result > 0 else 1 - pos[0]
        return winner == 0, winner == 1, winner == 2
    below = [games_after(rules, *moves, move) for move in rules.after(pos)]
    first, second, drawn = (sum(each) for each in zip(*below, strict=True))
    return first, second, drawn


def test_annex_b_counts_the_wins_of_b_by_the_first_two_squares(tictactoe: Study) -> None:
    replies = {str(row.pop("move")): row for row in rows(tictactoe.table("replies"))}
    assert [len(row) for row in replies.values()] == [9] * 9
    assert all(replies[name][name] is None for name in SQUARES)
    wins = {name: [games for games in row.values() if isinstance(games, int)] for name, row in replies.items()}
    assert [sum(wins[name]) for name in ("a1", "b1", "b2")] == [CORNER[2], EDGE[2], CENTRE[2]]
    assert sum(map(sum, wins.values())) == ALL[2]
    assert replies["b2"]["a1"] == games_after(plain("tictactoe"), "b2", "a1")[1]
    assert replies["a1"]["c3"] == games_after(plain("tictactoe"), "a1", "c3")[1]


def test_the_games_by_length_add_up_to_all_and_with_the_rest_of_the_orders_to_9(tictactoe: Study) -> None:
    *lengths, total = rows(tictactoe.table("lengths"))
    assert [row["games"] for row in lengths] == [0, 0, 0, 0, 1_440, 5_328, 47_952, 72_576, 127_872]
    assert counts(total) == ALL
    *fillings, orders = rows(tictactoe.table("fillings"))
    assert orders["orders"] == factorial(9) == 362_880
    assert [row["each"] for row in fillings] == [24, 6, 2, 1, 1]
    said = " ".join(map(str, as_json(tictactoe)["parts"]["numbers"]["text"]))
    assert all(number in said for number in ("362,880", "387,420,489", "40,320", "255,168"))


def test_the_positions_are_5478_and_765_and_138_of_them_final(tictactoe: Study) -> None:
    positions = [(row["all"], row["classes"]) for row in rows(tictactoe.table("positions"))]
    assert positions == [(5_478, 765), (4_520, 627), (958, 138), (626, 91), (316, 44), (16, 3)]


def test_the_errors_of_the_sources_are_named(tictactoe: Study) -> None:
    said = " ".join(map(str, as_json(tictactoe)["parts"]["errata"]["text"]))
    assert "35 lines; it has 49" in said
    assert "probabilities" in said


def chances(rules: Plain, pos: tuple[object, ...]) -> Fraction:
    """Brute force: the chance of the first player where both play at random."""
    result = rules.result(pos)
    if result is not None:
        return Fraction(result != 0 and (result > 0) == (pos[0] == 0))
    below = [chances(rules, child) for child in rules.after(pos).values()]
    return sum(below, Fraction(0)) / len(below)


def counted(question: StudyQuestion) -> Counted:
    *_before, found = count(question, asked(question))
    assert isinstance(found, Counted)
    return found


@pytest.mark.parametrize(
    "id", ["mnk:3,2,2", "connect-four:3,3,3", "nim:2,3/misere", "subtraction:6:1,2,3/misere", "kayles:5", "chomp:2,3"]
)
def test_other_boards_are_counted_as_brute_force_counts_them(id: str) -> None:
    found, rules = counted(StudyQuestion("games", (id,))), plain(id)
    assert found.total is not None
    assert found.total.shares == games_after(rules)
    assert Fraction(found.total.chance_first, found.total.chance_whole) == chances(rules, rules.start)
    for move, after in found.openings.items():
        assert after is not None
        assert after.shares == games_after(rules, found.position.name(move))
    assert sum(length.games for length in found.lengths.rows) == found.total.games


def test_six_matches_have_24_games_of_which_each_wins_12() -> None:
    found = counted(StudyQuestion("games", ("subtraction:6:1,2,3/misere",)))
    assert found.total is not None
    assert found.total.shares == (12, 12, 0)
    assert Fraction(found.total.chance_first, found.total.chance_whole) == Fraction(25, 54)
    assert [(count.first, count.games) for count in found.openings.values() if count] == [(7, 13), (3, 7), (2, 4)]


@pytest.mark.parametrize("id", ["tictactoe/wild", "tictactoe/toroidal", "connect-four:3,3,3", "nim:3,4"])
def test_games_counted_by_length_are_those_counted_by_first_move(id: str) -> None:
    found = counted(StudyQuestion("games", (id,)))
    assert found.total is not None
    ended = [length.ended for length in found.lengths.rows]
    assert tuple(map(sum, zip(*filter(None, ended), strict=True))) == found.total.shares


def test_a_position_is_counted_from_there_on() -> None:
    found = counted(StudyQuestion("games", ("tictactoe",), "b2"))
    assert found.total is not None
    assert (found.total.games, *found.total.shares) == CENTRE


def test_counting_stops_at_its_budget_and_says_what_is_not_counted() -> None:
    game = get("connect-four")
    counting = Counting(game)
    tried = list(counting.count([game.start()], 5_000))
    assert game.start() not in counting.known
    assert tried[-1] == counting.tried == 5_000
    *_before, lengths = by_length(game, game.start(), 5_000)
    assert not lengths.complete
    assert lengths.tried <= 5_000
    assert [length.sequences for length in lengths.rows][:5] == [7, 49, 343, 2_401, 16_807]
    assert lengths.rows[-1].ended is None


def test_first_moves_with_few_games_are_counted_where_others_are_too_many() -> None:
    game = get("nim:30,30,30")
    start = game.start()
    counting = Counting(game)
    afters = [game.play(start, move) for move in game.moves(start)]
    list(counting.count([*afters, start], 20_000))
    assert start not in counting.known
    game = get("nim:300")
    states = [game.play(game.start(), move) for move in game.moves(game.start())]
    counting = Counting(game)
    list(counting.count(states, 10_000))
    counted = [state for state in states if state in counting.known]
    assert 0 < len(counted) < len(states)
    assert counting.known[states[-3]].games == 2


def test_games_longer_than_the_stack_of_python_are_counted_or_given_up() -> None:
    found = counted(StudyQuestion("games", ("subtraction:900:1",)))
    assert found.total is not None
    assert found.total.games == 1
    game = get("subtraction:5000:1,2,3")
    counting = Counting(game)
    list(counting.count([game.start()], 50_000))
    assert game.start() not in counting.known


def test_games_that_need_not_end_have_no_number() -> None:
    said = answer(StudyQuestion("games", ("pong-hau-ki",)))
    assert [part.key for part in said.parts] == ["lengths"]
    assert "may never end" in say(said.table("lengths").notes[-1])


@pytest.mark.parametrize(
    ("question", "words"),
    [
        (StudyQuestion("games", ("nim:1000000",)), "1,000,000 first moves"),
        (StudyQuestion("games", ("tictactoe",), "a1 a2 b1 b2 c1"), "over"),
        (StudyQuestion("listing", ("achi",)), "may never end"),
        (StudyQuestion("listing", ("subtraction:2000:1",)), "more than 1,000 moves"),
        (StudyQuestion("listing", ("tictactoe", "2553")), "2,552 pages"),
        (StudyQuestion("strategies", ("connect-four",)), "No strategy"),
    ],
)
def test_what_cannot_be_counted_is_refused_with_the_reason(question: StudyQuestion, words: str) -> None:
    with pytest.raises(Unstudied, match=words):
        answer(question)


@pytest.mark.parametrize("id", ["gomoku", "ultimate", "qubic", "connect-four", "nim:99,99,99", "mnk:19,19,5"])
def test_a_board_with_too_many_games_to_list_is_refused_before_they_are_counted(
    monkeypatch: pytest.MonkeyPatch, id: str
) -> None:
    monkeypatch.delattr("core.study.counts.listing.Counting")
    with pytest.raises(Unstudied, match=r"up to 140,000 .* at move \d+ there are more"):
        answer(StudyQuestion("listing", (id,)))


def test_the_first_page_of_the_list_is_figure_5_and_the_last_ends_it() -> None:
    first = answer(StudyQuestion("listing")).table("games")
    texts = [list(row.values()) for row in rows(first)]
    assert texts[0] == [1, "1", "2", "3", "4", "5", "6", "7", "*", "*", 1, None]
    assert texts[5] == [6, "1", "2", "3", "4", "5", "7", "6", "9", "8", None, None]
    assert (first.before, first.after) == (None, StudyQuestion("listing", ("tictactoe", "2")))
    last = answer(StudyQuestion("listing", ("tictactoe", "2552"))).table("games")
    assert rows(last)[-1]["number"] == ALL[0]
    assert last.after is None


def test_the_pages_of_a_list_have_every_game_once_with_its_winner() -> None:
    question: StudyQuestion | None = StudyQuestion("listing", ("nim:1,2,3",))
    found: list[tuple[object, ...]] = []
    while question:
        table = answer(question).table("games")
        found += [tuple(row.values()) for row in rows(table)]
        question = table.after
    first, second, _drawn = games_after(plain("nim:1,2,3"))
    assert [row[0] for row in found] == list(range(1, first + second + 1))
    assert len({row[1:-2] for row in found}) == len(found)
    assert sum(row[-2] == 1 for row in found) == first
    game = get("nim:1,2,3")
    for _number, *moves, won, lost in found:
        outcome = play_all(game, " ".join(str(move) for move in moves if move != "*"))[1].outcome
        assert outcome
        assert (outcome.winner == 0, outcome.winner == 1) == (won == 1, lost == 1)


def test_the_probability_of_the_centre_is_told_as_the_share_that_it_is(tictactoe: Study) -> None:
    centre = next(row for row in rows(tictactoe.table("shares")) if (row["move"], row["outcome"]) == ("b2", "X wins"))
    shares = [percent(centre[key]) for key in ("of_all", "of_its_own", "at_random")]
    games = [row["games"] for row in rows(tictactoe.table("openings")) if row["move"] == "in all"]
    text = (
        "Arias's probability of {} % for the centre is {:,} of all {:,} games. "
        "X wins {} % of the games that start in the centre, and {} % of them at random."
    )
    assert text.format(shares[0], centre["games"], games[0], *shares[1:]) in saying.said(tictactoe, "shares")


def test_ariass_strategies_win_where_he_says_and_draw_after_the_centre() -> None:
    said = answer(StudyQuestion("strategies"))
    for row in rows(said.table("arias-a-1")):
        centre = str(row["moves"]).endswith("b2")
        assert (row["won"] == row["games"]) is not centre
        assert row["lost"] == 0
        assert row["longest"] == (9 if centre else 7)
        assert row["value"].verdict.value == ("tie" if centre else "win")  # type: ignore[attr-defined]
    for row in rows(said.table("arias-b-2")):
        assert row["lost"] == 0
        assert row["value"].verdict.value == "tie"  # type: ignore[attr-defined]


def test_the_third_move_as_printed_draws_and_the_corner_left_wins() -> None:
    third = [row for row in rows(answer(StudyQuestion("strategies")).table("third")) if row["line"] == "1 9 7 4"]
    assert {row["move"]: row["value"].verdict.value for row in third} == {5: "tie", 3: "win"}  # type: ignore[attr-defined]


def test_four_answers_draw_against_a_side_and_one_against_a_corner() -> None:
    answers = {row["move"]: row["answers"] for row in rows(answer(StudyQuestion("strategies")).table("answers"))}
    assert answers["b1"] == "a1 c1 b2 b3"
    assert answers["a1"] == "b2"
    assert answers["b2"] == "a1 c1 a3 c3"


def test_what_is_offered_of_a_position_is_its_count() -> None:
    position = play_all(get("gomoku"), "h8 h9")[1]
    assert not [question for question in offered(position) if question.topic in ("games", "listing", "strategies")]
    position = play_all(get("tictactoe"), "b2 a1")[1]
    question = topic("games").about(position)
    assert question is not None
    assert asked(question) == position
    assert topic("games").about(Position.start(get("gomoku"))) is not None
    assert topic("games").about(play_all(get("tictactoe"), "a1 a2 b1 b2 c1")[1]) is None


@pytest.mark.parametrize(
    ("game", "best"),
    [
        ("mnk:4,4,4", {"a1": (Verdict.TIE, None), "b1": (Verdict.TIE, None), "b2": (Verdict.TIE, None)}),
        ("mnk:5,5,5", {"a1": (Verdict.TIE, None), "c3": (Verdict.TIE, None)}),
        ("tictactoe3d", {"1a1": (Verdict.LOSE, 10), "1b1": (Verdict.LOSE, 10), "2b2": (Verdict.WIN, 7)}),
    ],
)
def test_where_the_games_are_too_many_best_play_is_told_all_the_same(
    game: str, best: dict[str, tuple[Verdict, int | None]]
) -> None:
    # The values of the literature; of 3x3x3 by brute force.
    told = {}
    for row in rows(answer(StudyQuestion("games", (game,))).table("classes")):
        value = row["value"]
        assert isinstance(value, Score)
        told[str(row["moves"]).split()[0]] = (value.verdict, value.plies)
    assert best.items() <= told.items()
