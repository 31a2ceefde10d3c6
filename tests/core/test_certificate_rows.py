"""Rows of threats in certificates: they win whatever is replied, as brute force sees, and prove wins that have no distance."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest

from core.engines.lines.threat_search import ThreatSearch
from core.errors import BadCertificate
from core.games import get
from core.kinds.lines import LineGame
from core.position import Position
from core.proofs.certificate import withstood
from tests.core import second_checker
from tests.core.certifying import both_refuse, checked, lines_of, packed, proof
from tests.core.plain import plain
from tests.core.plain_boards import Lines, Plain, Pos

BOARDS = ["mnk:4,4,3", "mnk:5,5,4", "mnk:6,4,4", "tictactoe3d", "qubic"]
FORCED = "1d1 2d2 1a4 3a1"
"""Qubic: the first player wins, with more than fours."""


def wins(rules: Plain, pos: Pos, player: int, row: Sequence[str]) -> bool:
    """Whether a player who is to move wins by making the moves of a row as long as the other answers as it says, and by the
    answer itself once that is left out: every reply is played."""
    if rules.result(pos) is not None:
        return False
    move, *rest = row
    after = rules.replies(pos).get(move)
    if after is None:
        return False
    if rules.result(after) is not None:
        return bool(rules.result(after) == -1 and pos[0] == player)
    if not rest:
        return False
    for name, led in rules.replies(after).items():
        if rules.result(led) is not None:
            return False
        if not (wins(rules, led, player, rest[1:]) if name == rest[0] else rest[0] in rules.wins(led)):
            return False
    return True


def cases(id: str, count: int) -> list[tuple[Position, Pos, int, list[int]]]:
    """Random positions with rows for one of the players: wins by fours, after a pass or a reply, and rows changed by chance."""
    game, random, found = get(id), Random(id), list[tuple[Position, Pos, int, list[int]]]()
    assert isinstance(game, LineGame)
    search = ThreatSearch(game, lambda nodes: None)
    lanes = search.lanes
    while len(found) < count:
        position, pos = Position.start(game), plain(id).start
        for _ in range(random.randrange(3, min(24, game.cell_count - 3))):
            name, led = random.choice(sorted(plain(id).replies(pos).items()))
            if plain(id).result(led) is not None:
                break
            position, pos = position.play(position.parse(name)), led
        player = random.randrange(2)
        own, other = position.state[player], position.state[1 - player]
        if position.turn != player:
            other |= 1 << random.choice(position.moves) if random.random() < 0.5 else 0
        place = lanes.of(own, other), lanes.of(other, own), (1 << game.cell_count) - 1 & ~(own | other)
        if place[0] >> lanes.top or not search.fours(*place, 0):
            continue
        row = search.play_of_fours(*place)
        for _ in range(random.choice([0, 0, 1, 2])):
            row[random.randrange(len(row))] = random.randrange(game.cell_count)
        found.append((position, pos, player, row[: len(row) - 2 * random.choice([0, 0, 0, 1])]))
    return found


@pytest.mark.parametrize("id", BOARDS)
def test_a_row_of_threats_wins_after_every_reply_that_it_is_said_to_withstand(id: str) -> None:
    rules, stood = plain(id), 0
    assert isinstance(rules, Lines)
    for position, pos, player, row in cases(id, 40):
        names = [position.game.format_move(position.state, move) for move in row]
        held = withstood(position.game, position.state, player, row)
        if position.turn == player:
            stood += held != 0
            assert not held or wins(rules, pos, player, names)
            continue
        for name, led in rules.replies(pos).items():
            safe = held >> position.parse(name) & 1
            stood += safe
            assert not safe or wins(rules, led, player, names), (position.text, names, name)
            assert safe == second_checker.wins_by(rules, led[1], player, row, position.parse(name))
    assert stood > 15


def test_the_row_that_the_docstring_draws_wins() -> None:
    position, row = Position.start(get("tictactoe")), ["a3", "a2", "c3", "b3", "b2"]
    pos = plain("tictactoe").start
    for name in ("a1", "b1"):
        position, pos = position.play(position.parse(name)), plain("tictactoe").replies(pos)[name]
    assert withstood(position.game, position.state, 0, [position.parse(name) for name in row]) == -1
    assert wins(plain("tictactoe"), pos, 0, row)


@pytest.mark.parametrize("id", ["tictactoe/misere", "mnk:5,5,4/misere", "gomoku/exact", "connect-four"])
def test_where_a_line_does_not_win_or_stones_fall_no_row_withstands_anything(id: str) -> None:
    game = get(id)
    assert withstood(game, game.start(), 0, [0]) == withstood(game, game.start(), 1, [0, 1, 2]) == 0


def holds(lines: Sequence[str]) -> bool:
    """What both checkers say of a certificate with these lines."""
    said = []
    for check, refused in ((checked, BadCertificate), (second_checker.check, second_checker.Refused)):
        try:
            check(packed(lines))
            said.append(True)
        except refused:
            said.append(False)
    assert said[0] == said[1]
    return said[0]


OVERLINE = "c8 a9 d8 i9 g8 o9 h8 i2 a1 o2 a2 i4 a3 o4 e8 o6"
"""With f8 the first player has six in a row, before which a4 threatens and a5 stops it."""


@pytest.mark.parametrize(("id", "wins"), [("gomoku", True), ("gomoku/exact", False)])
def test_a_row_of_threats_that_ends_with_six_in_a_row_wins_where_six_do(id: str, wins: bool) -> None:
    part = ["part first wins 3", "a4>a5>f8", "end"]
    assert holds(["triqui certificate 3", f"game {id}", f"moves {OVERLINE}", "claim win within 3", *part]) == wins


def test_a_win_of_no_known_length_is_proven_by_rows_of_threats_and_holds_for_both_checkers() -> None:
    data = proof("qubic", FORCED, "win")
    assert checked(data).claim == "win"
    assert second_checker.check(data) == f"qubic {FORCED} win"
    assert any(">" in line for line in lines_of(data))


@pytest.mark.parametrize(
    ("id", "claim"),
    [
        *(("mnk:4,4,3", "win"), ("mnk:6,5,4", "win"), ("tictactoe/wild", "win"), ("tictactoe3d", "win")),
        *(("nim:1,3,5,7/misere", "lose"), ("chomp:3,4", "win"), ("connect-four:4,4,3", "win")),
    ],
)
def test_every_game_that_ends_has_wins_without_a_number(id: str, claim: str) -> None:
    data = proof(id, claim=claim)
    assert checked(data).claim == claim
    assert second_checker.check(data) == f"{id} {claim}"


def test_without_rows_or_with_shorter_ones_it_is_missed() -> None:
    lines = lines_of(proof("qubic", FORCED, "win"))
    begin = lines.index("part first wins") + 1
    words = " ".join(lines[begin:-1]).split()
    rows = [word for word in words if ">" in word]
    for lost in (rows, rows[: len(rows) // 2]):
        for left in (0, -2):
            changed = [">".join(word.split(">")[:left]) if word in lost else word for word in words]
            assert not holds([*lines[:begin], " ".join(filter(None, changed)), "end"])


@pytest.mark.parametrize("id", ["pong-hau-ki", "morris"])
def test_no_win_of_any_length_is_claimed_of_a_game_that_need_not_end(id: str) -> None:
    lines = [f"game {id}", "claim win", "part first wins", "end"]
    said = both_refuse(packed(["triqui certificate 3", *lines]))
    assert said == f"Line 3: {id} need not end, so that a win is proven with its plies; claim 'win within 99'."
