"""Engines in a hall: guests may ask them, and two of them play when somebody looks."""

from __future__ import annotations

from core.analysis import Analysis, Line
from core.errors import EngineDied
from core.games import get
from core.hall.featured import PROGRAMME
from core.hall.limits import HallLimits, games_on_offer
from core.players.opponents import parse
from core.position import Position, play_all
from core.score import Score
from tests.core.hall.desk import Desk, question
from tests.core.hall.foyer import Client, Foyer


def test_whoever_comes_is_told_for_how_long_an_engine_thinks() -> None:
    ana = Foyer(advice=Desk()).enter("a")
    assert next(one for one in ana.heard if one["op"] == "hi")["terms"]["seconds"] == {"move": 1.5}


def test_whoever_plays_nobody_asks_what_he_likes() -> None:
    advice = Desk()
    ana = Foyer(advice=advice).enter("a")
    ana.ask("ask", kind="panel", question=question("b2"), channel=3)
    ana.ask("stop", of=1)
    ana.ask("drop", of=1)
    ana.ask("study", games=["tictactoe"])
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


def test_a_question_that_makes_none_is_refused_in_a_sentence() -> None:
    ana = Foyer(advice=Desk()).enter("a")
    for document in ({}, {"game": "chess"}, {"game": "tictactoe", "position": "zz"}, {"game": 3}, {"game": "x" * 64}):
        assert ana.refusal("ask", kind="move", question=document).endswith((".", ")."))


def test_a_hall_without_engines_says_so() -> None:
    ana = Foyer().enter("a")
    assert ana.refusal("ask", kind="move", question=question()) == "There are no engines in this hall."


# Games of the host's own.

WRITTEN, OTHER = get("own-lines:tic-tac-toe"), get("own-heaps:dawsons-kayles")


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
    return len(one.moves("featured").split())


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
    assert not table.course.match.moves
    ana.ask("watch", table="featured")
    assert len(table.course.match.moves) == 1


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
    games = [ana.seen("featured")["match"]["game"]]
    for _ in range(400):
        if foyer.bench.open:
            answer(foyer)
        foyer.pass_time(6)
        game = ana.seen("featured")["match"]["game"]
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
    assert ana.seen("featured")["match"]["game"] == PROGRAMME[1][0]
    assert foyer.bench.open


def test_nobody_sits_at_the_featured_table() -> None:
    foyer = Foyer(featured=True)
    ana = foyer.enter("a")
    ana.ask("watch", table="featured")
    assert ana.no("featured", "move", move="b2") == "You have no seat at this table."
    assert ana.refusal("phrase", table="featured", id=1) == "Only the players can send phrases at a table."
