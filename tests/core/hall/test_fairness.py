"""Fair play: whoever plays a game against somebody is told nothing about it, by whatever name and way they ask."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product

import pytest

from core.games import get
from core.hall.fairness import ANY, COMES_UP, LIVE, PERHAPS, POST, Bound, closed, unfair
from core.hall.kinship import can_meet, kin
from core.hall.limits import games_on_offer
from core.kinds.heaps import HeapGame
from core.kinds.lasting import LastingGame
from core.kinds.lines import LineGame
from core.kinds.octal import left
from core.phrase import Phrase
from core.position import Position, play_all
from core.study import TOPICS, told_of
from core.study.study import StudyQuestion
from tests.core.hall.desk import Desk, question
from tests.core.hall.fairness_cases import LINES, ON_BOARDS, boards, closed_before_and_after, start
from tests.core.hall.foyer import Client, Foyer, play


def said(sentence: Phrase, game: str) -> str:
    """A sentence about a game that is played."""
    return str(Phrase(sentence.template, {"game": get(game).name}))


def played(game: str, moves: str) -> Position:
    return play_all(get(game), moves)[1]


# Which games are kin.


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("tictactoe", "tictactoe/misere"),
        ("tictactoe", "mnk:3,3,3"),
        ("tictactoe", "mnk:3,3,2/wild"),
        ("mnk:15,15,5", "gomoku"),
        ("mnk:15,15,5/toroidal", "gomoku/swap2"),
        ("mnk:19,19,5", "gomoku/19"),
        ("gomoku", "gomoku/swap2"),
        ("mnk:3,5,3", "mnk:5,3,3"),
        ("connect-four", "connect-four:5,4,4"),
        ("notakto:1", "notakto:3"),
        ("wythoff:3,5", "wythoff:8,12"),
        ("nim:3,4,5", "nim:1,3,5,7/misere"),
        ("nim:3,4,5", "subtraction:3,4,5:1,2,3,4,5"),
        ("nim:3,4,5/misere", "subtraction:3,4,5:1,2,3,4,5/misere"),
        ("nim:1,3,5,7", "subtraction:1,3,5,7:1,2,3,4,5,6,7"),
        ("nim:3,4,5", "subtraction:9:1,2,3,4,5"),
        ("subtraction:21:1,2,3", "subtraction:30,40:1,2,3"),
        ("subtraction:11:1,3,4", "subtraction:5:1,3,4"),
        ("nim:1,2,2", "kayles:1,2,2"),
    ],
)
def test_games_with_the_same_rules_are_kin_whatever_they_are_called_and_wherever_they_begin(
    one: str, other: str
) -> None:
    assert kin(start(one), get(other))
    assert kin(start(other), get(one))


@pytest.mark.parametrize(
    "other",
    ["subtraction:6,8,10:2,4,6,8,10", "subtraction:6,8,10:2,3,4,5,6,7,8,9,10", "subtraction:15:3,4,5,6,9,12,15"],
)
def test_nim_with_a_stick_for_every_two_or_three_is_nim(other: str) -> None:
    assert kin(start("nim:3,4,5"), get(other))


@pytest.mark.parametrize("other", ["subtraction:3,4:1,2,3,4", "subtraction:30,30:1,2,3,4"])
def test_a_game_that_values_what_the_next_move_leaves_is_kin(other: str) -> None:
    assert kin(start("nim:3,4,5"), get(other))


@pytest.mark.parametrize("number", [8, 9, 10])
def test_a_game_of_one_heap_that_values_what_the_next_move_leaves_is_kin(number: int) -> None:
    assert kin(start("subtraction:11:1,3,4"), get(f"subtraction:30:1,3,4,{number}"))


def test_a_game_becomes_kin_once_all_heaps_on_the_board_are_heaps_of_it() -> None:
    asked = get("subtraction:30,30,30:1,2,3")
    assert not kin(start("nim:3,4,5"), asked)
    assert kin(played("nim:3,4,5", "A2 B2 C2"), asked)


@pytest.mark.parametrize("heap", [200, 20_000])
def test_heaps_too_high_to_be_compared_may_be_those_of_any_heap_game(heap: int) -> None:
    assert kin(start("subtraction:11:1,3,4"), get(f"subtraction:{heap}:{heap // 2},{heap}"))
    assert not kin(start("tictactoe"), get(f"nim:{heap}"))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("notakto:1", "nim:3,4,5"),
        ("notakto:1", "kayles:7"),
        ("notakto:1", "wythoff:3,5"),
        ("nim:3,4,5", "kayles:7"),
        ("kayles:7", "dawson-kayles:7"),
        ("nim:3,4,5", "subtraction:21:1,2,3"),
        ("subtraction:21:1,2,3", "subtraction:11:1,3,4"),
        ("tictactoe", "mnk:4,4,4"),
        ("mnk:4,4,4", "mnk:5,5,5"),
        ("gomoku", "mnk:5,5,5"),
        ("gomoku", "mnk:19,19,5"),
        ("gomoku", "connect-four"),
        ("tictactoe", "vanishing"),
        ("tictactoe", "tictactoe3d"),
        ("tictactoe3d", "qubic"),
        ("morris", "achi"),
        ("pong-hau-ki", "morris"),
    ],
)
def test_games_that_share_a_solver_a_board_or_a_theory_and_no_rules_are_not_kin(one: str, other: str) -> None:
    assert not kin(start(one), get(other))
    assert not kin(start(other), get(one))


@pytest.mark.parametrize("id", ["nim:6", "subtraction:9:1,3,4", "kayles:7", "dawson-kayles:7"])
def test_the_octal_digits_of_a_game_say_what_its_moves_leave_of_a_heap(id: str) -> None:
    game = get(id)
    assert isinstance(game, HeapGame)
    code = game.digits
    assert code

    def live(heaps: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(sorted(heap for heap in heaps if any(True for _ in left(code, heap))))

    state = game.start()
    after = {live(game.kind(game.play(state, move))) for move in game.moves(state)}
    assert after == {live(parts) for parts in left(code, *game.sizes)}


# Who plays is told nothing.


def test_whoever_plays_a_game_asks_nothing_about_any_position_of_it() -> None:
    desk = Desk()
    foyer = Foyer(advice=desk)
    ana, ben, eva = foyer.enter("a"), foyer.enter("b"), foyer.enter("e")
    table = foyer.table(ana, ben)
    again = foyer.enter("a")
    for one in (ana, ben, again):
        assert one.refusal("ask", kind="panel", question=question("a1 a2")) == said(LIVE, "tictactoe")
        assert one.refusal("study", games=["tictactoe"]) == said(LIVE, "tictactoe")
    assert desk.heard == []
    ana.ask("ask", kind="panel", question=question(game="connect-four"))
    eva.ask("ask", kind="panel", question=question())
    ana.do(table, "resign")
    ana.ask("ask", kind="review", question=question("a1 a2"))


def test_the_sentence_says_how_long_it_lasts_and_that_other_games_are_open() -> None:
    assert said(LIVE, "tictactoe") == (
        "You are playing tic-tac-toe 3x3 against another person. You get no help with that game until it is over; "
        "other games are not affected."
    )


def test_whoever_plays_notakto_asks_what_he_likes_about_nim_kayles_and_wythoff() -> None:
    foyer = Foyer(advice=Desk())
    ana, ben = foyer.enter("a"), foyer.enter("b")
    foyer.table(ana, ben, game="notakto:1")
    for name in ("nim:3,4,5", "kayles:7", "wythoff:3,5"):
        ana.ask("ask", kind="panel", question={"game": name})
        ana.ask("study", games=[name])
    assert ana.refusal("ask", kind="panel", question={"game": "notakto:2"}) == said(LIVE, "notakto:1")


def test_whoever_plays_gomoku_does_not_ask_about_it_under_another_name() -> None:
    foyer = Foyer(advice=Desk())
    ana, ben = foyer.enter("a"), foyer.enter("b")
    foyer.table(ana, ben, game="gomoku")
    assert ana.refusal("ask", kind="panel", question={"game": "gomoku/swap2"}) == said(LIVE, "gomoku")
    assert ana.refusal("study", games=["mnk:5,5,4", "mnk:15,15,5"]) == said(LIVE, "gomoku")
    ana.ask("study", games=["mnk:5,5,4"])
    ana.ask("ask", kind="panel", question={"game": "tictactoe"})


def test_games_that_are_kin_are_not_asked_about_either() -> None:
    foyer = Foyer(advice=Desk())
    ana, ben = foyer.enter("a"), foyer.enter("b")
    foyer.table(ana, ben)
    for name in ("tictactoe/misere", "tictactoe/toroidal"):
        assert ana.refusal("ask", kind="move", question={"game": name}) == said(LIVE, "tictactoe")
    for name in ("mnk:3,3,3", "noughts and crosses", " TicTacToe ", "nim:99999,99999"):
        assert ana.refusal("ask", kind="move", question={"game": name}) == "That game is not played in this hall."
    for name in ("mnk:3,3,3", "noughts and crosses", " TicTacToe "):
        assert ana.refusal("study", games=[name]) == said(LIVE, "tictactoe")
    ana.ask("ask", kind="move", question={"game": "nim:3,4,5"})


@pytest.mark.parametrize("misere", ["", "/misere"])
def test_whoever_plays_nim_does_not_study_it_as_a_game_of_taking_certain_numbers(misere: str) -> None:
    foyer = Foyer(advice=Desk())
    ana, ben = foyer.enter("a"), foyer.enter("b")
    foyer.table(ana, ben, game=f"nim:3,4,5{misere}")
    asked = f"subtraction:3,4,5:1,2,3,4,5{misere}"
    assert ana.refusal("study", games=[asked]) == said(LIVE, f"nim:3,4,5{misere}")


TOLD = [
    ("xor", ("subtraction:3,4,5:1",), {"nim:3,4,5", "subtraction:3,4,5:1"}),
    ("xor", ("nim:99999999999999999999",), {"nim:3,4,5"}),
    ("xor", ("NIM:1,2,3",), {"nim:1,2,3", "nim:3,4,5"}),
    ("history", (), {"tictactoe"}),
    ("minimax", ("tictactoe", "6"), {"tictactoe"}),
    ("minimax", ("figure-3.7",), {"tictactoe"}),
    ("graph", (), {"pong-hau-ki"}),
    ("mnk", (), {"mnk:3,3,3"}),
    ("mnk", ("15,15,5",), {"mnk:15,15,5"}),
    ("mnk", ("15", "15", "5"), {"mnk:15,15,5"}),
    ("course", (), set()),
    ("kinds", (), set()),
    ("daily", (), set()),
]


@pytest.mark.parametrize(("topic", "arguments", "games"), TOLD)
def test_leave_to_study_is_asked_for_all_games_of_which_a_topic_tells(
    topic: str, arguments: tuple[str, ...], games: set[str]
) -> None:
    assert {game.id for game in told_of(StudyQuestion(topic, arguments))} == games


@pytest.mark.parametrize("topic", sorted(TOPICS))
@pytest.mark.parametrize("game", ["tictactoe", "nim:3,4,5", "subtraction:11:1,3,4", "pong-hau-ki", "ultimate"])
def test_a_topic_that_offers_itself_for_a_position_tells_of_its_game(topic: str, game: str) -> None:
    asked = TOPICS[topic].about(start(game))
    if asked:
        assert any(kin(start(game), told) for told in told_of(asked))


def test_a_puzzle_of_the_day_tells_of_the_game_that_it_turns_out_to_be() -> None:
    asked = StudyQuestion("daily", ("2026-01-31",))
    *_, answer = TOPICS["daily"].study(asked)
    (game,) = told_of(asked, answer)
    assert game.id == answer.data[0].game


# When a game begins.


def bound_to(one: Client) -> list[str]:
    """The games that bind somebody, as they were last told."""
    return [each["game"] for each in one.all("bound")[-1]["games"]] if one.all("bound") else []


def test_every_window_of_the_players_hears_which_games_bind_them() -> None:
    foyer = Foyer(advice=Desk())
    ana, window, ben, eva = (foyer.enter(key) for key in ("a", "a", "b", "e"))
    table = foyer.table(ana, ben)
    assert [bound_to(one) for one in (ana, window, ben, eva)] == [["tictactoe"], ["tictactoe"], ["tictactoe"], []]
    assert bound_to(foyer.enter("a")) == ["tictactoe"]
    ana.do(table, "resign")
    assert bound_to(window) == []
    for one in (ana, ben):
        one.do(table, "rematch")
    assert bound_to(window) == ["tictactoe"]


def test_the_players_hear_it_before_the_table_is_there() -> None:
    foyer = Foyer(advice=Desk())
    ana, ben = foyer.enter("a"), foyer.enter("b")
    foyer.table(ana, ben)
    heard = [message["op"] for message in ana.heard]
    assert heard.index("bound") < heard.index("begun")


def test_a_game_that_is_ended_before_it_counts_binds_nobody() -> None:
    foyer = Foyer(advice=Desk())
    ana, ben = foyer.enter("a"), foyer.enter("b")
    ana.do(foyer.table(ana, ben), "abort")
    assert bound_to(ana) == []


# By post.


@pytest.mark.parametrize("id", LINES)
def test_by_post_nobody_asks_what_a_move_is_worth_by_leaving_out_another_mark_of_his_own(id: str) -> None:
    game = get(id)
    for board in boards(game, 3):
        own = board.state[board.turn]
        for move in board.moves:
            after = board.play(move).state
            for mark in [cell for cell in range(own.bit_length()) if own >> cell & 1]:
                asked = list(after)
                asked[board.turn] &= ~(1 << mark)
                assert unfair([Bound(board, True)], Position(game, tuple(asked)))


@pytest.mark.parametrize("id", ON_BOARDS)
def test_by_post_nobody_asks_about_a_position_before_the_one_on_the_board_or_after_it(id: str) -> None:
    game = get(id)
    for number, board in enumerate(boards(game, 5)):
        closed_before_and_after(game, board, {number % len(game.symmetries), -1 - number % len(game.symmetries)})


def plane(size: int, maps: Iterator[tuple[tuple[int, int], ...]]) -> list[tuple[int, ...]]:
    """Maps of a square board, where the cells go that are given by column and row."""
    return [tuple(column + size * row for column, row in cells) for cells in maps]


def affine() -> Iterator[tuple[tuple[int, int], ...]]:
    """The maps that keep the lines of the affine plane of order 3, which are those of the torus: 432."""
    for a, b, c, d, e, f in product(range(3), repeat=6):
        if (a * d - b * c) % 3:
            yield tuple(((a * x + b * y + e) % 3, (c * x + d * y + f) % 3) for y in range(3) for x in range(3))


def squares(size: int, along: Sequence[Sequence[int]]) -> Iterator[tuple[tuple[int, int], ...]]:
    """Both coordinates changed alike, then the board turned and mirrored."""
    last = size - 1
    for way, flip, mirror, turn in product(along, (0, 1), (0, 1), (0, 1)):
        cells = [(way[x], way[y]) for y in range(size) for x in range(size)]
        cells = [(last - x if flip else x, last - y if mirror else y) for x, y in cells]
        yield tuple((y, x) if turn else (x, y) for x, y in cells)


MAPS = {
    "tictactoe": (plane(3, squares(3, [(0, 1, 2)])), 8),
    "tictactoe/toroidal": (plane(3, affine()), 432),
    "mnk:4,4,4": (plane(4, squares(4, [(0, 1, 2, 3), (0, 2, 1, 3), (1, 0, 3, 2), (1, 3, 0, 2)])), 32),
    "mnk:5,5,5": (plane(5, squares(5, [(0, 1, 2, 3, 4), (0, 3, 2, 1, 4), (1, 0, 2, 4, 3), (1, 4, 2, 0, 3)])), 32),
}


@pytest.mark.parametrize("id", MAPS)
def test_by_post_a_position_is_told_of_only_if_under_every_symmetry_a_cell_has_another_mark(id: str) -> None:
    game, (maps, count) = get(id), MAPS[id]
    assert isinstance(game, LineGame)
    assert len(set(maps)) == count
    assert all(
        {sum(1 << image[cell] for cell in range(len(image)) if line >> cell & 1) for line in game.lines}
        == set(game.lines)
        for image in maps
    )
    found = list(boards(game, 40, 7))
    for board, asked in product(found[:20], found[20:]):
        here, there = game.marks(board.state), game.marks(asked.state)
        meets = any(
            all(mark < 0 or here[image[cell]] in (-1, mark) for cell, mark in enumerate(there)) for image in maps
        )
        assert can_meet(board, asked) == meets


def test_by_post_who_asks_is_told_of_a_position_that_cannot_come_up_any_more() -> None:
    foyer = Foyer(advice=Desk())
    ana, ben = foyer.enter("a"), foyer.enter("b")
    play(foyer.table(ana, ben, post=True), ana, ben, "a1 b2 c3")
    ana.ask("ask", kind="move", question=question("b2 a2 a1 b1 a3"))
    ana.ask("ask", kind="move", question=question("b2 a2 a1 b1 a3 c2"))


def test_by_post_who_asks_is_told_of_no_position_where_a_mark_that_is_taken_back_was_in_the_way() -> None:
    foyer = Foyer(advice=Desk())
    ana, ben = foyer.enter("a"), foyer.enter("b")
    table = foyer.table(ana, ben, post=True)
    play(table, ana, ben, "a1 b2 c3")
    ana.ask("ask", kind="move", question=question("b2 a2 a1 b1 a3"))
    ana.do(table, "takeback")
    ben.do(table, "takeback")
    assert ana.refusal("ask", kind="move", question=question("b2 a2 a1 b1 a3")) == said(COMES_UP, "tictactoe")


def test_of_a_game_by_post_nobody_asks_about_a_position_that_may_come_up_or_came_up_by_any_name() -> None:
    foyer = Foyer(advice=Desk())
    ana, ben = foyer.enter("a"), foyer.enter("b")
    play(foyer.table(ana, ben, post=True), ana, ben, "a1 b2")
    for moves in ("", "a1", "a1 b2", "c3 b2", "c1", "a1 b2 c1", "b1 b2", "b1 b2 a3"):
        for game in ("tictactoe", "tictactoe/toroidal", "tictactoe/misere"):
            assert ana.refusal("ask", kind="move", question=question(moves, game)) == said(COMES_UP, "tictactoe")
    for moves in ("b2 a1", "a1 b2"):
        passed = played("tictactoe", moves).passed()
        assert passed, "the other player moves, and stands where this one does on the board"
        assert ana.refusal("ask", kind="panel", question=passed.to_json()) == said(COMES_UP, "tictactoe")


def test_of_a_game_by_post_nobody_asks_what_is_threatened_with_the_colours_exchanged() -> None:
    foyer = Foyer(advice=Desk())
    ana, ben = foyer.enter("a"), foyer.enter("b")
    play(foyer.table(ana, ben, post=True, game="connect-four"), ana, ben, "4 3 4 3 4 3")
    swapped = question("3 4 3 4 3 4", "connect-four")
    assert ana.refusal("ask", kind="panel", question=swapped) == said(COMES_UP, "connect-four")


def test_of_a_game_by_post_nobody_studies_anything() -> None:
    foyer = Foyer(advice=Desk())
    ana, ben = foyer.enter("a"), foyer.enter("b")
    foyer.table(ana, ben, post=True)
    for game in ("tictactoe", "mnk:3,3,3", "tictactoe/misere"):
        assert ana.refusal("study", games=[game]) == said(POST, "tictactoe")
    for game in ("nim:3,4,5", "gomoku", "mnk:4,4,4"):
        ana.ask("study", games=[game])


@pytest.mark.parametrize(
    ("game", "moves", "asked", "position"),
    [
        ("gomoku/swap2", "h8 h9 i8 white", "gomoku", "h8 h9 i8"),
        ("gomoku/swap2", "h8 h9 i8 black", "gomoku", "h8 h9 i8"),
        ("gomoku", "h8 h9 i8", "gomoku/swap2", "h8 h9 i8 white"),
        ("nim:1,3,5,7", "A1 D3", "nim:3,4,5", ""),
        ("nim:3,4,5", "", "nim:1,3,5,7", "A1 D3"),
        ("fibonacci-nim:20", "A1 A1", "fibonacci-nim:21", "A1 A1 A1"),
        ("connect-four", "4 4", "connect-four", "4 4 3 3"),
    ],
)
def test_of_a_game_by_post_nobody_asks_about_a_position_under_another_name(
    game: str, moves: str, asked: str, position: str
) -> None:
    foyer = Foyer(advice=Desk())
    ana, ben = foyer.enter("a"), foyer.enter("b")
    table = foyer.table(ana, ben, post=True, game=game)
    for move in moves.split():
        (ana, ben)[foyer.house.tables[table].course.match.position.turn].do(table, "move", move=move)
    sentence = COMES_UP if isinstance(get(game), LastingGame) else POST
    assert ana.refusal("ask", kind="panel", question=question(position, asked)) == said(sentence, game)


@pytest.mark.parametrize("id", [id for id in games_on_offer() if not isinstance(get(id), LastingGame)])
def test_of_a_game_by_post_in_which_marks_do_not_stay_nobody_asks_about_any_position(id: str) -> None:
    game = get(id)
    board, *others = boards(game, 6, 4)
    assert all(unfair([Bound(board, True)], asked) for asked in (board, Position.start(game), *others))


# Games of the host's own.

WRITTEN, OTHER = get("own-lines:tic-tac-toe"), get("own-heaps:dawsons-kayles")
"""Tic-tac-toe, written once more, and a game that has nothing to do with it: nobody can tell which is which."""


@pytest.mark.parametrize("post", [False, True])
@pytest.mark.parametrize(
    ("game", "asked"),
    [("tictactoe", WRITTEN.id), (WRITTEN.id, "tictactoe"), (WRITTEN.id, OTHER.id), ("nim:3,4,5", OTHER.id)],
)
def test_who_plays_asks_nothing_about_a_game_that_may_be_the_same_by_other_names(
    game: str, asked: str, post: bool
) -> None:
    desk = Desk()
    foyer = Foyer(advice=desk, own=[WRITTEN, OTHER])
    ana, ben, eva = foyer.enter("a"), foyer.enter("b"), foyer.enter("e")
    if post and game == WRITTEN.id:
        refused = ana.refusal("seek", game=game, seat=0, post=True)
        assert refused == "The host's own games cannot be played by post; play them live."
        return
    table = foyer.table(ana, ben, game=game, post=post)
    sentence = said(ANY if game == WRITTEN.id else PERHAPS, game)
    for one in (ana, ben):
        assert one.refusal("ask", kind="panel", question=question(game=asked)) == sentence
        assert one.refusal("study", games=[asked]) == sentence
    assert desk.heard == []
    eva.ask("ask", kind="panel", question=question(game=asked))
    ana.do(table, "resign")
    ana.ask("ask", kind="panel", question=question(game=asked))


def test_who_plays_a_game_of_the_hosts_own_asks_nothing_about_it_either() -> None:
    foyer = Foyer(advice=Desk(), own=[WRITTEN])
    ana, ben = foyer.enter("a"), foyer.enter("b")
    foyer.table(ana, ben, game=WRITTEN.id)
    assert ana.refusal("ask", kind="panel", question=question("b2", WRITTEN.id)) == said(LIVE, WRITTEN.id)


def test_the_game_that_is_surely_meant_is_named_before_one_that_may_be() -> None:
    bound = [Bound(start(WRITTEN.id), False), Bound(start("tictactoe"), True)]
    assert str(closed(bound, [get("mnk:3,3,3")])) == said(POST, "tictactoe")
