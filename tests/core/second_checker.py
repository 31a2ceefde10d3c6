"""A second check of certificates, written by ``triqui help certificates`` alone: it shares no code with the product, and plays
by the rules of :mod:`tests.core.plain`. ``python -m tests.core.second_checker FILE...`` checks files.

Positions are looked at depth first, each with the plies that are left. An image of one is reached by playing the images of
the moves that led to it; on boards of lines its marks are carried to their images, which is the same.
"""

from __future__ import annotations

import json
import lzma
import sys
from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from tests.core.plain import plain
from tests.core.plain_boards import Lines, Plain, Pos
from tests.core.plain_own import OwnLines, plain_own


class Refused(Exception):
    """A certificate that proves nothing."""


class Node(NamedTuple):
    """A position with its images, itself first, and the plies that are left, None for ever. On boards of lines itself alone."""

    images: tuple[Pos, ...]
    left: int | None


def refuse(wrong: object, why: str) -> None:
    """Raise Refused where something is wrong."""
    if wrong:
        raise Refused(why)


def crc(data: bytes, value: int) -> int:
    """CRC-16 of CCITT, bit by bit."""
    for byte in data:
        value ^= byte << 8
        for _ in range(8):
            value = (value << 1 ^ 0x1021 if value & 0x8000 else value << 1) & 0xFFFF
    return value


def texts(data: bytes) -> list[str]:
    """The lines without their digits."""
    stream = lzma.LZMADecompressor(lzma.FORMAT_XZ)
    try:
        lines = stream.decompress(data).split(b"\n")
    except lzma.LZMAError as error:
        raise Refused("no file of xz") from error
    refuse(not stream.eof or bool(stream.unused_data), "more or less than one stream of xz")
    refuse(lines.pop(), "no end of a line")
    refuse(not all(map(bytes.isascii, lines)), "no plain text")
    refuse(lines[0] not in [b"triqui certificate %d" % version for version in (1, 2, 3)], "no certificate")
    value = crc(lines[0], 0)
    for number, line in enumerate(lines[1:], 2):
        value = crc(line[5:], value)
        refuse(line[:5].decode() != f"{value:04x} ", f"line {number} was changed")
    return [lines[0].decode(), *(line[5:].decode() for line in lines[1:])]


def check(data: bytes) -> str:
    """What a certificate proves: the game, the moves and the claim. Raises Refused."""
    lines = texts(data)[1:]
    head = dict(line.split(" ", 1) for line in lines if line.split(" ")[0] in ("game", "position", "moves", "claim"))
    content = next((line.partition(" ")[2] for line in lines if line.startswith("rules ")), None)
    rules = plain(head["game"]) if content is None else own_rules(head["game"], content)
    named = [line.split()[1:] for line in lines if line.startswith("symmetry ")] or [[]]
    refuse(len({len(images) for images in named}) != 1, "maps of different length")
    maps = [dict(zip(named[0], images, strict=True)) for images in named]
    shown = maps if carried(rules) is None else maps[:1]
    for map in maps:
        refuse(set(map) != set(map.values()), "a map that is none")
    first = (
        [placed(rules, head["position"], map) for map in shown] if "position" in head else [rules.start] * len(shown)
    )
    start = Node(tuple(first), None)
    for move in head.get("moves", "").split():
        start = played(rules, shown, start, move)
    claims = Claim(rules, maps, start)
    text, found = "\n".join(lines), head["claim"]
    refuse(not text.endswith("\nend"), "no end")
    bodies = [body.split("\n") for body in text.removesuffix("\nend").split("\npart ")[1:]]
    refuse(found == "draw" and not rules.finite, "a draw of a game that need not end; it may be no win")
    refuse(found in ("win", "lose") and not rules.finite, "a win of any length in a game that need not end")
    refuse([title for title, *_ in bodies] != wanted(found, start.images[0][0]), "the parts do not make the claim")
    for title, *plays in bodies:
        name, goal, *plies = title.split()
        claims.hold(("first", "second").index(name), goal, int(plies[0]) if plies else None, " ".join(plays).split())
    return " ".join([head["game"], *head.get("position", "").split(), *head.get("moves", "").split(), found])


def own_rules(id: str, content: str) -> Plain:
    """The rules of a game of one's own, which stand in the certificate: the id has to be theirs. Raises Refused."""
    name = "{kind}:{name}".format_map(json.loads(content))
    whole = f"own-{name}@{sha256(content.encode()).hexdigest()}"
    refuse(len(id) < len(whole) - 56 or not whole.startswith(id), "the rules of another game")
    return plain_own(json.loads(content))


def carried(rules: Plain) -> Lines | None:
    """The boards of lines whose positions are carried cell by cell."""
    return rules if isinstance(rules, Lines) and not rules.wild else None


def placed(rules: Plain, text: str, map: Mapping[str, str]) -> Pos:
    """The image of a position that is drawn row by row, the first row first. Raises Refused."""
    refuse(not isinstance(rules, Lines) or rules.wild, "positions are known of boards of lines of own marks alone")
    assert isinstance(rules, Lines)
    columns, rows, layers = rules.size
    drawn = text.split("/")
    refuse([len(row) for row in drawn] != [columns] * rows * layers, "no board of this size")
    marks = dict(zip(map_cells(rules, map), "".join(drawn), strict=True))
    board = "".join(marks[cell] for cell in range(len(marks)))
    turn = board.count("X") - board.count("O")
    refuse(set(board) - set("XO.") or turn not in (0, 1), "no position")
    refuse(any({board[cell] for cell in line} in ({"X"}, {"O"}) for line in rules.lines), "the game is over")
    return turn, board, False


def map_cells(rules: Lines, map: Mapping[str, str]) -> list[int]:
    """Where a map brings each cell."""
    names = [rules.name(cell) for cell in range(len(rules.start[1]))]
    return [names.index(map.get(name, name)) for name in names]


def wanted(claim: str, turn: int) -> list[str]:
    """The parts that prove a claim of a player."""
    me, other = ("first", "second") if turn == 0 else ("second", "first")
    match claim.split():
        case ["draw"] | ["no", "win"]:
            return [f"{me} holds", f"{other} holds"]
        case ["endless"]:
            return [f"{me} endless", f"{other} endless"]
        case ["win"]:
            return [f"{me} wins"]
        case ["lose"]:
            return [f"{other} wins"]
        case ["win", "within", plies]:
            return [f"{me} wins {plies}"]
        case ["lose", "within", plies]:
            return [f"{other} wins {plies}"]
        case ["win", plies]:
            return [f"{me} wins {plies}", f"{other} holds {int(plies) - 1}"]
        case ["lose", plies]:
            return [f"{other} wins {plies}", f"{me} holds {int(plies) - 1}"]
    raise Refused(f"{claim} is not a claim")


def played(rules: Plain, maps: list[dict[str, str]], node: Node, move: str) -> Node:
    """The position after a move, and its images after the images of the move."""
    images = []
    for map, image in zip(maps, node.images, strict=True):
        after = replies(rules, image)
        name = map.get(move, move)
        refuse(name not in after, f"{name} cannot be played")
        images.append(after[name])
    return Node(tuple(images), None if node.left is None else node.left - 1)


@lru_cache(maxsize=1000)
def replies(rules: Plain, position: Pos) -> dict[str, Pos]:
    """The legal moves; kept for a while, as a position may be an image of many."""
    return rules.replies(position)


def wins_by(rules: Lines, board: str, player: int, row: list[int], reply: int = -1) -> bool:
    """Whether a row of threats wins for the player, who is to move, by playing it: every mark but the last of the player's
    threatens the cell behind it, which the other takes; the other has no line before, and is never to move where a cell
    completes one. ``reply`` is the other's last mark."""
    mine, theirs = "XO"[player], "XO"[1 - player]
    now = list(board)

    def holds(cell: int, mark: str) -> bool:
        return any(all(now[each] == mark for each in cells) for cells, _ in rules.through[cell])

    if reply >= 0 and holds(reply, theirs):
        return False
    for turn, cell in enumerate(row):
        if now[cell] != ".":
            return False
        now[cell] = (mine, theirs)[turn % 2]
        if turn % 2:
            continue
        if holds(cell, mine):
            return turn == len(row) - 1
        if turn == len(row) - 1:
            return False
        for line in rules.lines:
            marks = [now[each] for each in line]
            if marks.count(theirs) == rules.k - 1 and marks.count(".") == 1:
                return False
        answer = row[turn + 1]
        if now[answer] != ".":
            return False
        now[answer] = mine
        if not holds(answer, mine):
            return False
        now[answer] = "."
    return False


class Claim:
    """What is said of one position."""

    def __init__(self, rules: Plain, maps: list[dict[str, str]], start: Node) -> None:
        self.rules, self.maps, self.start = rules, maps, start
        self.back = [{image: name for name, image in map.items()} for map in maps]
        self.board = carried(rules)
        # By map, for each cell the one that is carried there.
        self.cells = [map_cells(self.board, back) for back in self.back] if self.board else []
        for cells in self.cells:
            wrong = self.board and {frozenset(cells[cell] for cell in line) for line in self.board.lines}
            refuse(wrong != (self.board and self.board.lines), "a map that carries lines to none")

    def images(self, node: Node) -> Iterator[tuple[dict[str, str], Pos]]:
        """The images of a position, each with the map that leads back."""
        if not self.board:
            yield from zip(self.back, node.images, strict=True)
            return
        turn, board, over = node.images[0]
        for back, cells in zip(self.back, self.cells, strict=True):
            yield back, (turn, "".join([board[cell] for cell in cells]), over)

    def hold(self, player: int, goal: str, plies: int | None, words: list[str]) -> None:
        """Check that a player reaches a goal. Raises Refused."""
        moves, pairs, rows = self.plays(player, words)
        # Each map carries lines to lines, so what holds of one position holds of its images.
        stack, seen = [self.start._replace(left=plies)], set[tuple[Pos, int | None]]()
        shown = self.maps[:1] if self.board else self.maps
        while stack:
            node = stack.pop()
            position = node.images[0]
            if self.ended(node, player, goal):
                continue
            kind = min(image for _, image in self.images(node)) if self.board else position
            if (kind, node.left) in seen:
                continue
            seen.add((kind, node.left))
            if goal == "holds" and self.paired(node, player, pairs):
                continue
            names = list(replies(self.rules, position))
            if goal == "wins":
                names = self.not_beaten(node, player, names, rows)
            if position[0] == player and names:
                known = ((back, moves[at]) for back, at in self.images(node) if at in moves) if moves else iter(())
                own = next((back.get(move, move) for back, move in known), None)
                if own is None:
                    at_once = (
                        name for name in names if self.reached(played(self.rules, shown, node, name), player, goal)
                    )
                    own = next(at_once, names[0] if len(names) == 1 else None)
                refuse(own is None, f"no move is given at {position}")
                names = [str(own)]
            stack += [played(self.rules, shown, node, name) for name in names]

    def plays(
        self, player: int, words: list[str]
    ) -> tuple[dict[Pos, str], dict[Pos, list[tuple[str, ...]]], dict[Pos, list[tuple[str, ...]]]]:
        """The moves, the pairs and the rows of threats that stand in plays, by position."""
        moves, behind = (
            dict[Pos, str](),
            {"=": dict[Pos, list[tuple[str, ...]]](), ">": dict[Pos, list[tuple[str, ...]]]()},
        )
        path, before = [self.start.images[0]], ""
        for word in words:
            sign = next((sign for sign in behind if sign in word), None)
            if word.startswith("@"):
                refuse(word[1:] not in map(str, range(len(path))), f"{word} goes nowhere")
                path = path[: int(word[1:]) + 1]
            elif sign:
                if sign not in before:
                    behind[sign][path[-1]] = []
                behind[sign][path[-1]].append(tuple(word.split(sign)))
            else:
                after = replies(self.rules, path[-1])
                refuse(word not in after, f"{word} cannot be played")
                if path[-1][0] == player:
                    moves[path[-1]] = word
                path.append(after[word])
            before = word
        for each in behind["="].values():
            cells = [cell for pair in each for cell in pair]
            refuse(len(set(cells)) != len(cells) or len(cells) % 2, "pairs that overlap")
        return moves, behind["="], behind[">"]

    def not_beaten(
        self, node: Node, player: int, names: list[str], rows: Mapping[Pos, list[tuple[str, ...]]]
    ) -> list[str]:
        """The moves after which none of the rows of threats wins that stand at a position or an image; where the player is to
        move, all or none."""
        found = next(((back, rows[at]) for back, at in self.images(node) if at in rows), None) if rows else None
        if found is None:
            return names
        back, rules = found[0], self.board
        refuse(rules is None or rules.misere or rules.exact, "rows of threats win in games of lines alone")
        assert rules
        own = [[back.get(name, name) for name in row] for row in found[1]]
        turn, board, _ = node.images[0]
        cells = {rules.name(cell): cell for cell in range(len(board))}
        left = None if node.left is None else node.left - (turn != player)
        own = [row for row in own if left is None or len(row) <= left]
        if turn == player:
            return [] if any(wins_by(rules, board, player, [cells[name] for name in row]) for row in own) else names
        beaten = set()
        for row in own:
            marks = [cells[name] for name in row]
            for name in names:
                if name not in beaten:
                    reply = cells[name]
                    after = board[:reply] + "XO"[1 - player] + board[reply + 1 :]
                    if wins_by(rules, after, player, marks, reply):
                        beaten.add(name)
        return [name for name in names if name not in beaten]

    def ended(self, node: Node, player: int, goal: str) -> bool:
        """Whether the goal is reached and need not be followed. Raises Refused where it is missed."""
        result = self.rules.result(node.images[0])
        if result is None:
            refuse(goal == "wins" and node.left == 0, f"not won in time: {node.images[0]}")
            return node.left == 0
        mine = result if node.images[0][0] == player else -result
        refuse(mine < 0 or (mine == 0 and goal != "holds"), f"the goal is missed: {node.images[0]}")
        return True

    def reached(self, node: Node, player: int, goal: str) -> bool:
        """The same, False where it is missed."""
        try:
            return self.ended(node, player, goal)
        except Refused:
            return False

    def paired(self, node: Node, player: int, pairs: Mapping[Pos, list[tuple[str, ...]]]) -> bool:
        """Whether the other is kept from every line that he could fill in time by pairs, at a position or an image, or by none
        at all."""
        for back, image in self.images(node):
            if image in pairs:
                return self.light(node, player, [{back.get(name, name) for name in pair} for pair in pairs[image]])
        rules = self.rules
        flat = isinstance(rules, Lines) and not rules.misere and not rules.wild and not rules.exact
        flat |= isinstance(rules, OwnLines) and not rules.misere and not rules.either and not rules.falls
        return flat and self.light(node, player, [])

    def light(self, node: Node, player: int, pairs: list[set[str]]) -> bool:
        """Whether the lines that the other can fill, without those that have both cells of a pair, weigh less than 1, or 1/2
        where he is to move: each a half to the power of its empty cells outside the pairs, of which no two share one."""
        rules = self.rules
        plain = isinstance(rules, Lines) and not rules.misere and not rules.wild and not rules.exact
        plain |= isinstance(rules, OwnLines) and not rules.misere and not rules.either and not rules.falls
        refuse(not plain, "pairs hold in games of lines alone")
        assert isinstance(rules, Lines | OwnLines)
        turn, board = node.images[0][:2]
        cells = {cell for pair in pairs for cell in pair}
        refuse(len(cells) != 2 * len(pairs), "pairs that overlap")
        marks = None if node.left is None else (node.left + (turn != player)) // 2
        weight = Fraction(0)
        for line in rules.lines:
            if not any(board[cell] == "XO"[player] for cell in line):
                lacking = {rules.name(cell) for cell in line if board[cell] == "."}
                if (marks is None or len(lacking) <= marks) and not any(pair <= lacking for pair in pairs):
                    weight += Fraction(1, 2 ** len(lacking - cells))
        return weight < (1 if turn == player else Fraction(1, 2))


def main(names: Iterator[str]) -> None:
    """Check files."""
    for name in names:
        print(name, check(Path(name).read_bytes()))


if __name__ == "__main__":
    main(iter(sys.argv[1:]))
