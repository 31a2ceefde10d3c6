"""What the tests of rows of threats in certificates have in common, those that take long and those that do not."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from core.engines.lines.threat_search import ThreatSearch
from core.errors import BadCertificate
from core.games import get
from core.kinds.lines import LineGame
from core.position import Position
from core.proofs.certificate import withstood
from tests.core import second_checker
from tests.core.certifying import checked, packed
from tests.core.plain import plain
from tests.core.plain_boards import Lines, Plain, Pos


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


def withstanding(id: str, count: int) -> int:
    """How many replies the rows of so many positions withstand; of each the win is played out."""
    rules, stood = plain(id), 0
    assert isinstance(rules, Lines)
    for position, pos, player, row in cases(id, count):
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
    return stood


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
