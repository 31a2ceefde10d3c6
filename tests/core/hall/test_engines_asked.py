"""Engines in a hall: nobody is helped in his own game, others may ask, and two of them play when somebody looks."""

from __future__ import annotations

from typing import Any, ClassVar

import pytest

from core.analysis import Analysis, Line
from core.errors import EngineDied
from core.games import get
from core.hall.advice import PERHAPS, kin
from core.hall.featured import PROGRAMME
from core.hall.limits import HallLimits, games_on_offer
from core.hall.people import Guest
from core.players.opponents import parse
from core.players.worker.request import Request
from core.position import Position, play_all
from core.score import Score
from tests.core.hall.foyer import Client, Foyer, play

PLAYING = "While you play this game against somebody, nobody tells you more about it."
BY_POST = "You play that position by post against somebody; nobody tells you more about it."


class Counter:
    """A desk that remembers what it was asked."""

    def __init__(self) -> None:
        self.heard: list[tuple[Any, ...]] = []

    seconds: ClassVar[dict[str, float]] = {"move": 1.5}

    def ask(self, guest: Guest, n: int, kind: str, channel: int, question: Request) -> None:
        self.heard.append(("ask", n, kind, channel, question.position.text))

    def stop(self, guest: Guest, of: int) -> None:
        self.heard.append(("stop", of))

    def drop(self, guest: Guest, of: int) -> None:
        self.heard.append(("drop", of))

    def study(self, guest: Guest, n: int, game: str) -> None:
        self.heard.append(("study", n, game))
        guest.ok(n)

    def studied(self, guest: Guest, of: int) -> None:
        self.heard.append(("studied", of))

    def gone(self, guest: Guest) -> None:
        self.heard.append(("gone",))

    def tick(self, now: float) -> None:
        """Nothing is ever due."""


def question(moves: str = "", game: str = "tictactoe") -> dict[str, Any]:
    return Request(play_all(get(game), moves)[1]).to_json(0)


def test_whoever_comes_is_told_for_how_long_an_engine_thinks() -> None:
    ana = Foyer(advice=Counter()).enter("a")
    assert next(one for one in ana.heard if one["op"] == "hi")["terms"]["seconds"] == {"move": 1.5}


def test_whoever_plays_nobody_asks_what_he_likes() -> None:
    advice = Counter()
    ana = Foyer(advice=advice).enter("a")
    ana.ask("ask", kind="panel", question=question("b2"), channel=3)
    ana.ask("stop", of=1)
    ana.ask("drop", of=1)
    ana.ask("study", game="tictactoe")
    ana.ask("studied", of=4)
    ana.leave()
    text = play_all(get("tictactoe"), "b2")[1].text
    assert advice.heard == [
        ("ask", 1, "panel", 3, text),
        ("stop", 1),
        ("drop", 1),
        ("study", 4, "tictactoe"),
        ("studied", 4),
        ("gone",),
    ]


def test_whoever_plays_a_game_asks_nothing_about_any_position_of_it() -> None:
    advice = Counter()
    foyer = Foyer(advice=advice)
    ana, ben, eva = foyer.enter("a"), foyer.enter("b"), foyer.enter("e")
    table = foyer.table(ana, ben)
    again = foyer.enter("a")
    for one in (ana, ben, again):
        assert one.refusal("ask", kind="panel", question=question("a1 a2")) == PLAYING
        assert one.refusal("study", game="tictactoe") == PLAYING
    assert advice.heard == []
    ana.ask("ask", kind="panel", question=question(game="connect-four"))
    eva.ask("ask", kind="panel", question=question())
    ana.do(table, "resign")
    ana.ask("ask", kind="review", question=question("a1 a2"))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("tictactoe", "tictactoe/misere"),
        ("tictactoe", "mnk:3,3,3"),
        ("mnk:15,15,5", "gomoku"),
        ("mnk:15,15,5/toroidal", "gomoku/swap2"),
        ("mnk:19,19,5", "gomoku/19"),
        ("gomoku", "gomoku/swap2"),
        ("nim:3,4,5", "nim:1,3,5,7/misere"),
        ("mnk:3,5,3", "mnk:5,3,3"),
    ],
)
def test_games_of_one_family_are_kin_and_those_of_families_that_are_kin_on_one_board(one: str, other: str) -> None:
    assert kin(one, other)
    assert kin(other, one)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("notakto:1", "nim:3,4,5"),
        ("notakto:1", "kayles:7"),
        ("notakto:1", "wythoff:3,5"),
        ("nim:3,4,5", "kayles:7"),
        ("kayles:7", "dawson-kayles:7"),
        ("nim:3,4,5", "subtraction:21:1,2,3"),
        ("tictactoe", "mnk:4,4,4"),
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
    assert not kin(one, other)
    assert not kin(other, one)


def test_whoever_plays_notakto_asks_what_he_likes_about_nim_kayles_and_wythoff() -> None:
    foyer = Foyer(advice=Counter())
    ana, ben = foyer.enter("a"), foyer.enter("b")
    foyer.table(ana, ben, game="notakto:1")
    for name in ("nim:3,4,5", "kayles:7", "wythoff:3,5"):
        ana.ask("ask", kind="panel", question={"game": name})
        ana.ask("study", game=name)
    assert ana.refusal("ask", kind="panel", question={"game": "notakto:2"}) == PLAYING


def test_whoever_plays_gomoku_does_not_ask_about_it_under_another_name() -> None:
    foyer = Foyer(advice=Counter())
    ana, ben = foyer.enter("a"), foyer.enter("b")
    foyer.table(ana, ben, game="gomoku")
    assert ana.refusal("ask", kind="panel", question={"game": "gomoku/swap2"}) == PLAYING
    assert ana.refusal("study", game="mnk:15,15,5") == PLAYING
    ana.ask("study", game="mnk:5,5,4")
    ana.ask("ask", kind="panel", question={"game": "tictactoe"})


def test_games_that_are_kin_are_not_asked_about_either() -> None:
    foyer = Foyer(advice=Counter())
    ana, ben = foyer.enter("a"), foyer.enter("b")
    foyer.table(ana, ben)
    for name in ("tictactoe/misere", "tictactoe/toroidal"):
        assert ana.refusal("ask", kind="move", question={"game": name}) == PLAYING
    for name in ("mnk:3,3,3", "noughts and crosses", " TicTacToe ", "nim:99999,99999"):
        assert ana.refusal("ask", kind="move", question={"game": name}) == "That game is not played in this hall."
    for name in ("mnk:3,3,3", "noughts and crosses", " TicTacToe "):
        assert ana.refusal("study", game=name) == PLAYING
    ana.ask("ask", kind="move", question={"game": "nim:3,4,5"})


def test_of_a_game_by_post_nobody_asks_about_a_position_that_was_on_the_board_nor_a_mirror_of_it() -> None:
    foyer = Foyer(advice=Counter())
    ana, ben = foyer.enter("a"), foyer.enter("b")
    table = foyer.table(ana, ben, post=True)
    play(table, ana, ben, "a1 b2")
    for moves in ("", "a1", "a1 b2", "c3 b2", "c1"):
        for game in ("tictactoe", "tictactoe/toroidal"):
            assert ana.refusal("ask", kind="move", question=question(moves, game)) == BY_POST
    passed = play_all(get("tictactoe"), "a1 b2")[1].passed()
    assert passed
    assert ana.refusal("ask", kind="panel", question=passed.to_json()) == BY_POST
    ana.ask("ask", kind="move", question=question("b2 a1"))


def test_of_a_game_by_post_nobody_asks_about_the_position_with_colours_swapped() -> None:
    foyer = Foyer(advice=Counter())
    ana, ben = foyer.enter("a"), foyer.enter("b")
    play(foyer.table(ana, ben, post=True), ana, ben, "a1 b2")
    swapped = play_all(get("tictactoe"), "b2 a1")[1].passed()
    assert swapped, "O is to move and stands where X does on the board"
    assert ana.refusal("ask", kind="panel", question=swapped.to_json()) == BY_POST
    other = play_all(get("tictactoe"), "b2 c2")[1].passed()
    assert other
    ana.ask("ask", kind="panel", question=other.to_json())


@pytest.mark.parametrize(
    ("game", "moves", "asked", "position"),
    [
        ("gomoku/swap2", "h8 h9 i8 white", "gomoku", "h8 h9 i8"),
        ("gomoku/swap2", "h8 h9 i8 black", "gomoku", "h8 h9 i8"),
        ("gomoku", "h8 h9 i8", "gomoku/swap2", "h8 h9 i8 white"),
        ("nim:1,3,5,7", "A1 D3", "nim:3,4,5", ""),
        ("nim:3,4,5", "", "nim:1,3,5,7", "A1 D3"),
        ("fibonacci-nim:20", "A1 A1", "fibonacci-nim:21", "A1 A1 A1"),
    ],
)
def test_of_a_game_by_post_nobody_asks_about_a_position_under_another_name(
    game: str, moves: str, asked: str, position: str
) -> None:
    foyer = Foyer(advice=Counter())
    ana, ben = foyer.enter("a"), foyer.enter("b")
    table = foyer.table(ana, ben, post=True, game=game)
    for move in moves.split():
        (ana, ben)[foyer.house.tables[table].state.position.turn].do(table, "move", move=move)
    assert ana.refusal("ask", kind="panel", question=question(position, asked)) == BY_POST


@pytest.mark.parametrize(
    ("game", "moves", "swapped"),
    [
        ("pong-hau-ki", "4-3 5-4", "arrao r"),
        ("morris", "b2 a1 c3 c1 b1 b3", "XOX/.O./.XO O"),
        ("achi", "b2 a1 c3 c1 b1 b3 a3 a2", "XOX/XO./OXO O"),
        ("vanishing", "b2 a1 c3 c1 b1 b3", "a1c1b3/b2c3b1/O"),
    ],
)
def test_of_a_game_by_post_nobody_asks_for_it_as_the_other_player(game: str, moves: str, swapped: str) -> None:
    foyer = Foyer(advice=Counter())
    ana, ben = foyer.enter("a"), foyer.enter("b")
    play(foyer.table(ana, ben, post=True, game=game), ana, ben, moves)
    asked = Position.from_text(get(game), swapped)
    assert ana.refusal("ask", kind="panel", question=asked.to_json()) == BY_POST
    position = play_all(get(game), moves)[1]
    ana.ask("ask", kind="panel", question=position.play(position.moves[0]).to_json())


def test_a_question_that_makes_none_is_refused_in_a_sentence() -> None:
    ana = Foyer(advice=Counter()).enter("a")
    for document in ({}, {"game": "chess"}, {"game": "tictactoe", "position": "zz"}, {"game": 3}, {"game": "x" * 64}):
        assert ana.refusal("ask", kind="move", question=document).endswith((".", ")."))


def test_a_hall_without_engines_says_so() -> None:
    ana = Foyer().enter("a")
    assert ana.refusal("ask", kind="move", question=question()) == "There are no engines in this hall."


# Games of the host's own.

WRITTEN, OTHER = get("own-lines:tic-tac-toe"), get("own-heaps:dawsons-kayles")
"""Tic-tac-toe, written once more, and a game that has nothing to do with it: nobody can tell which is which."""


@pytest.mark.parametrize("post", [False, True])
@pytest.mark.parametrize(
    ("played", "asked"),
    [("tictactoe", WRITTEN.id), (WRITTEN.id, "tictactoe"), (WRITTEN.id, OTHER.id), ("nim:3,4,5", OTHER.id)],
)
def test_who_plays_asks_nothing_about_a_game_that_may_be_the_same_by_other_names(
    played: str, asked: str, post: bool
) -> None:
    advice = Counter()
    foyer = Foyer(advice=advice, own=[WRITTEN, OTHER])
    ana, ben, eva = foyer.enter("a"), foyer.enter("b"), foyer.enter("e")
    if post and played == WRITTEN.id:
        said = ana.refusal("seek", game=played, seat=0, post=True)
        assert said == "A game of the host's own is not played by post; play it live."
        return
    table = foyer.table(ana, ben, game=played, post=post)
    for one in (ana, ben):
        assert one.refusal("ask", kind="panel", question=question(game=asked)) == str(PERHAPS)
        assert one.refusal("study", game=asked) == str(PERHAPS)
    assert advice.heard == []
    eva.ask("ask", kind="panel", question=question(game=asked))
    ana.do(table, "resign")
    ana.ask("ask", kind="panel", question=question(game=asked))


def test_who_plays_a_game_of_the_hosts_own_asks_nothing_about_it_either() -> None:
    foyer = Foyer(advice=Counter(), own=[WRITTEN])
    ana, ben = foyer.enter("a"), foyer.enter("b")
    foyer.table(ana, ben, game=WRITTEN.id)
    assert ana.refusal("ask", kind="panel", question=question("b2", WRITTEN.id)) == PLAYING


def test_the_games_of_the_hosts_own_are_on_offer_and_their_rules_told_to_who_comes() -> None:
    ana = Foyer(own=[WRITTEN]).enter("a")
    terms = next(one for one in ana.heard if one["op"] == "hi")["terms"]
    assert (terms["games"][-1], terms["own"]) == (WRITTEN.id, [WRITTEN.content])
    assert ana.refusal("seek", game=OTHER.id, seat=0, post=False) == "That game is not played in this hall."


# The featured table.


def answer(foyer: Foyer) -> None:
    """The engine that was asked moves."""
    asked = foyer.bench.open.pop()
    position = asked.request.position
    move = position.moves[0]
    lines = (Line(move, Score.estimate(0.0), (move,)),)
    asked.heard(Analysis(position, lines, 1, 1, 0.0, True, engine="alphabeta"))
    foyer.run()


def ply(one: Client) -> int:
    return len(one.seen("featured")["record"]["moves"].split())


def test_all_that_the_featured_table_shows_is_on_offer_and_its_players_exist() -> None:
    for game, *players in PROGRAMME:
        assert game in games_on_offer()
        assert all(parse(player) for player in players)
        assert Position.start(get(game)).moves


def test_two_engines_play_as_long_as_somebody_looks_and_no_longer() -> None:
    foyer = Foyer(featured=True)
    ana = foyer.enter("a")
    foyer.pass_time(10)
    assert not foyer.bench.asked
    ana.ask("lobby")
    (game,) = ana.lobby()["games"].values()
    assert game["featured"]
    assert foyer.bench.open
    ana.ask("unlobby")
    answer(foyer)
    foyer.pass_time(60)
    assert not foyer.bench.open
    table = foyer.house.tables["featured"]
    assert not table.state.moves
    ana.ask("watch", table="featured")
    assert len(table.state.moves) == 1


def test_engines_at_the_featured_table_take_their_time() -> None:
    foyer = Foyer(HallLimits(pace=2.0), featured=True)
    ana = foyer.enter("a")
    ana.ask("watch", table="featured")
    answer(foyer)
    foyer.pass_time(1.5)
    assert ply(ana) == 0
    foyer.pass_time(1)
    assert ply(ana) == 1


def test_after_a_game_another_one_begins() -> None:
    foyer = Foyer(featured=True)
    ana = foyer.enter("a")
    ana.ask("watch", table="featured")
    games = [ana.seen("featured")["record"]["game"]]
    for _ in range(400):
        if foyer.bench.open:
            answer(foyer)
        foyer.pass_time(6)
        game = ana.seen("featured")["record"]["game"]
        if game != games[-1]:
            games.append(game)
        if len(games) == 3:
            break
    assert games == [game for game, *_ in PROGRAMME[:3]]
    assert foyer.disk.games == {}


def test_when_the_engine_of_the_featured_table_dies_another_game_begins() -> None:
    foyer = Foyer(featured=True)
    ana = foyer.enter("a")
    ana.ask("watch", table="featured")
    foyer.bench.open.pop().lost(EngineDied("It has ended."))
    foyer.pass_time(6)
    assert ana.seen("featured")["record"]["game"] == PROGRAMME[1][0]
    assert foyer.bench.open


def test_nobody_sits_at_the_featured_table() -> None:
    foyer = Foyer(featured=True)
    ana = foyer.enter("a")
    ana.ask("watch", table="featured")
    assert ana.no("featured", "move", move="b2") == "You have no seat at this table."
    assert ana.refusal("phrase", table="featured", id=1) == "Only those who play say something at a table."
