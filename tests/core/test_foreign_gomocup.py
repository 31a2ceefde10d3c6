"""Programs of Gomocup: what they are told, and what real ones do, borne."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.engines.foreign.base import Foreign
from core.errors import EngineForfeits
from core.position import Position
from tests.core.programs import Fake, ask, best, engine, position

GOMOCUP = """
answers = iter({answers!r})
while True:
    word = read().split(" ")[0]
    if word in ("START", "RESTART"):
        say("OK")
    elif word in ("BEGIN", "TURN", "DONE"):
        for answer in next(answers):
            say(answer, {end!r})
"""


class Player:
    """A program that answers each wish for a move with the next of these lines."""

    def __init__(self, folder: Path, *answers: list[str], end: str = "\r\n") -> None:
        self.fake = Fake(folder, GOMOCUP.format(answers=answers, end=end))
        self.engine: Foreign = engine("gomocup", self.fake.command)

    def play(self, where: Position) -> str:
        return best(ask(self.engine, where))

    @property
    def heard(self) -> list[str]:
        """What it was told, without the settings."""
        return [line for line in self.fake.heard if not line.startswith("INFO") and line != "started"]


def test_it_is_told_size_rule_and_time_before_it_begins(tmp_path: Path) -> None:
    player = Player(tmp_path, ["7,7"])
    assert player.play(position("gomoku/19/exact")) == "h8"
    player.engine.close()
    heard = player.fake.heard
    assert heard[:2] == ["started", "START 19"]
    assert heard[-1] == "BEGIN"
    told = dict(line.split()[1:] for line in heard[2:-1])
    assert (told["rule"], told["timeout_turn"], told["timeout_match"]) == ("1", "50", "0")


def test_a_position_comes_as_a_board_in_playing_order_with_the_last_stone_the_opponents(tmp_path: Path) -> None:
    player = Player(tmp_path, ["5,5"])
    assert player.play(position("gomoku", "h8 i9 j10")) == "f6"
    player.engine.close()
    lines = player.heard
    stones = lines[lines.index("BOARD") + 1 : lines.index("DONE")]
    assert [stone.split(",")[2] for stone in stones] == ["2", "1", "2"]
    assert {stone.rsplit(",", 1)[0] for stone in stones} == {"7,7", "8,8", "9,9"}
    assert stones[1] == "8,8,1"


def test_a_game_that_goes_on_needs_a_turn_and_another_position_a_new_board(tmp_path: Path) -> None:
    player = Player(tmp_path, ["7,7"], ["7,8"], ["0,0"])
    where = position("gomoku")
    where = where.play(where.parse(player.play(where)))
    where = where.play(where.parse("a2"))
    assert player.play(where) == "h9"
    assert player.play(position("gomoku", "h8 i9")) == "a1"
    player.engine.close()
    assert player.heard == ["START 15", "BEGIN", "TURN 0,1", "START 15", "BOARD", "7,7,1", "8,8,2", "DONE"]


@pytest.mark.parametrize("end", ["\n", "\r", "\r\n"])
def test_chatter_and_any_end_of_line_are_borne(end: str, tmp_path: Path) -> None:
    chatter = ["MESSAGE thinking 1,1", "", "DEBUG 2,2", "UNKNOWN INFO game_type", "OK", "  3 , 4 "]
    player = Player(tmp_path, chatter, end=end)
    assert player.play(position("gomoku")) == "d5"
    player.engine.close()


def test_a_suggestion_is_taken(tmp_path: Path) -> None:
    lines = (
        GOMOCUP.replace('"BEGIN", ', "")
        + '    elif word == "BEGIN":\n        say("SUGGEST 4,4"); say(read().split()[1])\n'
    )
    fake = Fake(tmp_path, lines.format(answers=[], end="\n"))
    asked = engine("gomocup", fake.command)
    assert best(ask(asked, position("gomoku"))) == "e5"
    asked.close()
    assert fake.heard[-1] == "PLAY 4,4"


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        ("ERROR out of memory", "it answered 'ERROR out of memory'"),
        ("UNKNOWN command BOARD", "it answered 'UNKNOWN command BOARD'"),
        ("7,7", "it plays 7,7, where there is already a stone"),
        ("15,0", "it answered '15,0', which is not a point of the board"),
        ("7", "it answered '7', which is not a point"),
        ("seven", "it answered 'seven', which is not a point"),
    ],
)
def test_nonsense_forfeits(answer: str, reason: str, tmp_path: Path) -> None:
    player = Player(tmp_path, [answer])
    with pytest.raises(EngineForfeits, match=reason):
        player.play(position("gomoku", "h8"))


def test_a_size_that_it_does_not_play_forfeits(tmp_path: Path) -> None:
    fake = Fake(tmp_path, "read(); say('ERROR unsupported size'); read()")
    with pytest.raises(EngineForfeits, match="it answered START with 'ERROR unsupported size'"):
        ask(engine("gomocup", fake.command), position("gomoku/19"))


# --- Swap2


def test_the_three_stones_of_an_opening_are_set_one_by_one(tmp_path: Path) -> None:
    player = Player(tmp_path, ["3,3 8,8 5,4"])
    where = position("gomoku/swap2")
    for name in ("d4", "i9", "f5"):
        assert player.play(where) == name
        where = where.play(where.parse(name))
    player.engine.close()
    assert player.heard[-2:] == ["SWAP2BOARD", "DONE"]


@pytest.mark.parametrize(
    ("moves", "answer", "played"),
    [
        ("d4 i9 f5", "SWAP", ["black"]),
        ("d4 i9 f5", "0,1", ["white", "a2"]),
        ("d4 i9 f5", "0,1 2,1", ["two", "a2", "c2"]),
        ("d4 i9 f5 two h8 h9", "SWAP", ["black"]),
        ("d4 i9 f5 two h8 h9", "0,1", ["white", "a2"]),
    ],
)
def test_each_answer_to_swap2_is_a_choice_and_the_stones_that_follow(
    moves: str, answer: str, played: list[str], tmp_path: Path
) -> None:
    player = Player(tmp_path, [answer])
    where = position("gomoku/swap2", moves)
    for name in played:
        assert player.play(where) == name
        where = where.play(where.parse(name))
    player.engine.close()
    sent = player.heard[player.heard.index("SWAP2BOARD") + 1 : -1]
    assert set(sent[::2]) == ({"3,3", "5,4"} if len(sent) == 3 else {"3,3", "5,4", "7,8"})
    assert set(sent[1::2]) == ({"8,8"} if len(sent) == 3 else {"8,8", "7,7"})


@pytest.mark.parametrize("first", ["ERROR bad stone", "1,1 2,2 3,3"])
def test_stones_with_an_owner_are_sent_when_those_without_are_not_understood(first: str, tmp_path: Path) -> None:
    player = Player(tmp_path, [first], ["SWAP"])
    assert player.play(position("gomoku/swap2", "d4 i9 f5")) == "black"
    player.engine.close()
    assert player.heard[-5:] == ["SWAP2BOARD", "3,3,2", "8,8,1", "5,4,2", "DONE"]


def test_who_does_not_know_swap2_forfeits_in_words(tmp_path: Path) -> None:
    player = Player(tmp_path, ["UNKNOWN command SWAP2BOARD"])
    with pytest.raises(EngineForfeits, match="it answered 'UNKNOWN command SWAP2BOARD'"):
        player.play(position("gomoku/swap2"))
    with pytest.raises(EngineForfeits, match="an opening that another player began"):
        player.play(position("gomoku/swap2", "d4"))
    player.engine.close()
