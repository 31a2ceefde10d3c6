"""Games in the Smart Game Format, FF[3] and FF[4], of Gomoku and Renju (``GM[4]``)::

    (;FF[4]GM[4]SZ[15]PB[Ana]PW[Ben]DT[2026-03-01]RE[B+R];B[hh];W[hi](;B[ii])(;B[gg]))

The main line is read: the first of several subtrees. ``[aa]`` is the upper left point, our a1, the letters being column
and row; ``[h8]`` is our h8 too, so that a book which counts rows from below shows the mirror image. ``[]`` is a pass, and
so is ``[tt]`` on boards up to 19x19. Lists such as ``[aa:cc]`` are rectangles. Stones set up before the first move make
the start position. Sources: https://www.red-bean.com/sgf/sgf4.html, https://www.red-bean.com/sgf/properties.html,
https://www.red-bean.com/sgf/go.html (points; GM[4] has no page of its own) and https://www.red-bean.com/sgf/ff1_3/ff3.html
(lower case in names of properties is ignored). Without SZ the board has 15x15 points if all stones fit, else 19x19.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import NamedTuple

from core import __version__
from core.errors import BadNotation, CoreError, quoted
from core.game import Player, Reason
from core.kinds.lines import LineGame
from core.notation.boards import Stone, boards, cell, places, refuse_other, replayed, written
from core.notation.common import (
    MAX_GAME,
    NAMELESS,
    Asked,
    BadGames,
    GameOrFault,
    ReadGame,
    at,
    ended,
    foreign,
    name_of,
    person,
    too_long,
    wrong,
)
from core.phrase import phrase
from core.position import Outcome, Position
from core.store.rows import Stored

NUMBER = "4"
"""The number of Gomoku and Renju among the games of SGF."""
SIZES = (15, 19)
"""Points on a side where a file does not say."""
MAX_POINTS = 10_000
"""Maximum number of points that are set up."""
MAX_VALUE = 10_000
"""Maximum length of a value that is kept, in characters."""
_TOKEN = re.compile(r"[;()\[]|[A-Za-z]+|[^;()\[A-Za-z\s]")
_VALUE = re.compile(r"((?:[^\]\\]|\\.)*+)(\]|\\?\Z)", re.DOTALL)
_POINT = re.compile(r"([a-zA-Z])(?:([a-zA-Z])|([0-9]{1,2}))")
_DATE = re.compile(r"([0-9]{4})(?:-([0-9]{2})(?:-([0-9]{2}))?)?")
_CHARSET = re.compile(rb"CA\s*\[([A-Za-z0-9_.:-]{1,40})\]")
_CHARSETS = re.compile(
    r"ascii|utf-8|iso8859-[0-9]+|cp[0-9]{3,4}|koi8-[a-z]|gb2312|gbk|gb18030|big5|shift_jis|euc_jp|euc_kr|mac-[a-z]+"
)
"""Names, as Python has them, of the character sets in which a file may be written."""


def claims(head: str) -> bool:
    """Whether a file that begins with this text is of this format."""
    return re.match(r"\(\s*;", head) is not None


def charsets(first: bytes) -> Sequence[str]:
    """The character sets in which to try the lines of a file that begins with these bytes: its ``CA``, UTF-8, Latin-1."""
    found = _CHARSET.search(first[:MAX_VALUE])
    names = ("utf-8", "latin-1")  # Latin-1 has a letter for every byte
    try:
        name = codecs.lookup(found[1].decode("ascii")).name if found else ""
    except LookupError:
        return names
    return (name, *names) if _CHARSETS.fullmatch(name) else names


class Value(NamedTuple):
    """A value of a property: its ``line`` and ``text``."""

    line: int
    text: str


@dataclass
class Node:
    """The values of a node, by property."""

    line: int
    values: dict[str, list[Value]] = field(default_factory=dict)

    def text(self, name: str) -> str:
        """The first value of a property, empty if there is none."""
        values = self.values.get(name)
        return values[0].text if values else ""


@dataclass
class Tree:
    """The main line of a game. ``lines`` counts the lines of the whole tree that have ended so far."""

    line: int
    nodes: list[Node] = field(default_factory=list)
    lines: int = 0
    size: int = 0
    """Number of characters of the main line so far."""


def read(lines: Iterable[str], asked: Asked) -> Iterator[GameOrFault]:
    """The games of a file. After a fault in brackets nothing more can be read."""
    trees = _trees(lines)
    while True:
        try:
            tree = next(trees)
        except StopIteration:
            return
        except BadGames as error:
            yield error
            return
        try:
            yield _game(tree, asked)
        except BadGames as error:
            yield error


# Brackets.


class Token(NamedTuple):
    """A bracket, a semicolon, a name or, with the kind ``[``, a whole value."""

    line: int
    kind: str
    text: str


def _tokens(lines: Iterable[str]) -> Iterator[Token]:
    """The parts of a file. Values may go over several lines. Raises BadGames for a value without an end."""
    begun, parts, size = 0, list[str](), 0
    for number, raw in enumerate(lines, 1):
        line, place = raw.rstrip("\r\n"), 0
        while begun or place < len(line):
            if begun:
                found = _VALUE.match(line, place)
                assert found, "an empty text matches"
                if size < MAX_VALUE:
                    parts.append(_unescaped(found[1][:MAX_VALUE]))
                    size += len(found[1])
                if found[2] != "]":  # a backslash at the end of a line joins it to the next
                    parts += [] if found[2] else ["\n"]
                    break
                yield Token(begun, "[", "".join(parts)[:MAX_VALUE])
                begun, place = 0, found.end()
                continue
            token = _TOKEN.search(line, place)
            if token is None:
                break
            place = token.end()
            if token[0] == "[":
                begun, parts, size = number, [], 0
            elif token[0][0].isalpha():
                yield Token(number, "name", "".join(filter(str.isupper, token[0])) or token[0].upper())
            else:
                yield Token(number, token[0], token[0])
    if begun:
        raise wrong(begun, "A value begins here with [ but does not end; a ] is missing.")


def _unescaped(text: str) -> str:
    return re.sub(r"\\(.)", r"\1", text) if "\\" in text else text


def _trees(lines: Iterable[str]) -> Iterator[Tree]:
    """The games of a file, with their main lines. Raises BadGames."""
    tree: Tree | None = None
    number = depth = 0
    leaf, name = False, ""
    for number, kind, text in _tokens(lines):
        if tree is None:
            if kind == ";":
                raise wrong(number, "A game begins with (; but the ( is missing here.")
            if kind == "(":
                tree, depth, leaf, name = Tree(number), 1, True, ""
            continue
        if kind == "(":
            depth += 1
            leaf = True
        elif kind == ")":
            depth -= 1
            tree.lines += leaf
            leaf = False
            if depth == 0:
                yield tree
                tree = None
        elif tree.lines:  # the main line has ended where the first bracket was closed
            continue
        elif kind == ";":
            tree.nodes.append(Node(number))
        elif kind == "name":
            name = text
        elif kind == "[" and tree.nodes and name:
            tree.nodes[-1].values.setdefault(name, []).append(Value(number, text))
        else:
            raise wrong(number, "{text} does not belong here; write a node as ;B[hh]", text=quoted(text))
        if tree and not tree.lines:
            tree.size += len(text) + 1
            if tree.size > MAX_GAME:
                raise too_long(number)
    if tree:
        raise wrong(number, "The game that begins in line {begin} does not end; a ) is missing.", begin=tree.line)


# A game.


def _game(tree: Tree, asked: Asked) -> ReadGame:
    """The game of a tree. Raises BadGames."""
    root = tree.nodes[0] if tree.nodes else Node(tree.line)
    number = root.text("GM").strip()
    if number != NUMBER and asked.game is None:
        raise wrong(
            root.line,
            (
                "This is game GM[{number}] of SGF, but only GM[{ours}], Gomoku, is read here; {command:name a game to read "
                "it anyway}{screen:'triqui open FILE gomoku' reads it anyway}."
            ),
            number=number[:20] or 1,
            ours=NUMBER,
        )
    notes = [phrase("Other lines left out: {count}.", count=tree.lines - 1)] if tree.lines > 1 else []
    lists, turns = _parts(tree.nodes)
    columns, rows = _size(root, lists, turns)
    if max(columns, rows) <= SIZES[1]:
        turns = [turn._replace(stone=None) if turn.stone and turn.stone[1:] == _TT else turn for turn in turns]
    if turns and turns[-1].stone is None:
        notes.append(phrase("Passes after the last move left out."))
    while turns and turns[-1].stone is None:
        turns.pop()
    try:
        refuse_other(root.text("RU"), asked.game)
        games = boards(columns, rows, _exact(root.text("RU")), asked.game)
    except CoreError as error:
        raise at(root.line, error) from error
    start = _start(games, lists, root)
    stones = _stones(turns, 0 if start is None else start.turn)
    players = person(root.text("PB")), person(root.text("PW"))
    match = replayed(games, players, start.text if start else None, stones)
    match = ended(match, _outcome(root.text("RE")))
    return ReadGame(foreign(match, asked, _date(root.text("DT"))), tree.line, tuple(notes))


_COLOURS = ("B", "W")
_PLAYERS: tuple[tuple[Player, str], ...] = ((0, "B"), (1, "W"))
_TT = (19, 19)
"""The point that is a pass on boards up to 19x19."""
_MARKS = {"AB": "X", "AW": "O", "AE": "."}
"""Letters of a position by the property that sets points up."""


class Turn(NamedTuple):
    """A move of a file: the ``player``, the ``line``, and the ``stone``, None for a pass."""

    player: Player
    line: int
    stone: Stone | None


class Points(NamedTuple):
    """Points that are set up: the property, and the points."""

    name: str
    points: list[Stone]


def _parts(nodes: Sequence[Node]) -> tuple[list[Points], list[Turn]]:
    """The points set up before the first move, and the moves. Raises BadGames."""
    lists, turns = list[Points](), list[Turn]()
    count = 0
    for node in nodes:
        for name in (*_MARKS, "PL"):
            for value in node.values.get(name, ()):
                if turns:
                    raise wrong(
                        value.line,
                        "{name} changes the board after move {ply}; place stones before the first move.",
                        ply=len(turns),
                        name=name,
                    )
                if name in _MARKS:
                    lists.append(Points(name, _points(value)))
                    count += len(lists[-1].points)
                if count > MAX_POINTS:
                    raise wrong(
                        value.line, "More than {most} points are set up; leave some out.", most=f"{MAX_POINTS:,}"
                    )
        for player, name in _PLAYERS:
            for value in node.values.get(name, ()):
                stone = _point(value, value.text) if value.text.strip() else None
                turns.append(Turn(player, value.line, stone))
    return lists, turns


def _point(value: Value, text: str) -> Stone:
    """The point that a text names. Raises BadGames."""
    found = _POINT.fullmatch(text.strip())
    if not found:
        raise wrong(value.line, "{text} is not a point; write it as hh or h8.", text=quoted(text.strip()))
    x = _letter(found[1]) if found[2] else ord(found[1].lower()) - ord("a")
    return Stone(value.line, x, _letter(found[2]) if found[2] else int(found[3]) - 1)


def _letter(letter: str) -> int:
    """The number of a column or row from 0: a to z, then A to Z."""
    return ord(letter) - ord("a") if letter.islower() else ord(letter) - ord("A") + 26


def _points(value: Value) -> list[Stone]:
    """The points of a list: one, or those of a rectangle. Raises BadGames."""
    one, colon, other = value.text.partition(":")
    begin = _point(value, one)
    end = _point(value, other) if colon else begin
    if end.x < begin.x or end.y < begin.y:
        raise wrong(
            value.line,
            "{text} is not a rectangle; write its upper left and its lower right point, as in aa:cc.",
            text=quoted(value.text),
        )
    return [Stone(value.line, x, y) for y in range(begin.y, end.y + 1) for x in range(begin.x, end.x + 1)]


def _size(root: Node, lists: Sequence[Points], turns: Sequence[Turn]) -> tuple[int, int]:
    """Columns and rows of the board. Raises BadGames."""
    size = root.values.get("SZ")
    if size:
        found = re.fullmatch(r"\s*([0-9]{1,3})\s*(?::\s*([0-9]{1,3})\s*)?", size[0].text)
        if not found:
            raise wrong(size[0].line, "{text} is not a size; write it as 15 or 15:20.", text=quoted(size[0].text))
        return int(found[1]), int(found[2] or found[1])
    stones = [stone for each in lists for stone in each.points]
    stones += [turn.stone for turn in turns if turn.stone and turn.stone[1:] != _TT]
    side = SIZES[0] if all(max(stone.x, stone.y) < SIZES[0] for stone in stones) else SIZES[1]
    return side, side


def _stones(turns: Sequence[Turn], first: Player) -> list[Stone]:
    """The stones of the moves, whose colours have to take turns. Raises BadGames."""
    stones = []
    for ply, turn in enumerate(turns, 1):
        if turn.stone is None:
            raise wrong(turn.line, "Move {ply} is a pass, but this game has no passes.", ply=ply)
        if turn.player != (first + ply - 1) % 2:
            raise wrong(
                turn.line,
                "Move {ply} is {colour}, but the other colour is to move. Colours take turns, and black begins.",
                ply=ply,
                colour=phrase("black") if turn.player == 0 else phrase("white"),
            )
        stones.append(turn.stone)
    return stones


def _start(games: Sequence[LineGame], lists: Sequence[Points], root: Node) -> Position | None:
    """The position that is set up, in the first of the games that has it; None for an empty board. Raises BadGames."""
    game, line = games[0], root.line
    letters = ["."] * game.cell_count
    for name, points in lists:
        for stone in points:
            line = stone.line
            try:
                letters[cell(game, stone)] = _MARKS[name]
            except CoreError as error:
                raise at(line, error) from error
    if set(letters) == {"."}:
        return None
    text = "/".join("".join(letters[row : row + game.columns]) for row in range(0, game.cell_count, game.columns))
    turn = root.text("PL").strip()[:1].upper()
    failed: CoreError | None = None
    for game in games:
        try:
            position = Position.from_text(game, text)
            if turn in _COLOURS and turn != _COLOURS[position.turn]:
                raise BadNotation(
                    (
                        "PL names the wrong colour: with {black} black and {white} white stones, it is the other colour's "
                        "turn."
                    ),
                    black=letters.count("X"),
                    white=letters.count("O"),
                )
            return position
        except CoreError as error:
            failed = failed or error
    assert failed, "there is a game"
    raise at(line, failed) from failed


def _exact(rule: str) -> bool | None:
    """Whether a rule says that six in a row do not win; None where it says nothing of it."""
    word = rule.strip().lower()
    return True if word in ("standard", "exact") else False if word == "freestyle" else None


_LOSSES = {"": Reason.RESIGNED, "r": Reason.RESIGNED, "t": Reason.TIME, "f": Reason.ABANDONED}


def _outcome(text: str) -> Outcome | None:
    """The end of a game that ``RE`` gives."""
    word = text.strip().lower()
    if word in ("0", "draw", "d", "jigo"):
        return Outcome(None, Reason.AGREED)
    found = re.fullmatch(r"([bw])\+(.*)", word)
    if not found:
        return None
    return Outcome(0 if found[1] == "b" else 1, _LOSSES.get(found[2][:1], Reason.RESIGNED))


def _date(text: str) -> float | None:
    """The first day of a list of dates, in seconds since 1970; None if there is none."""
    found = _DATE.match(text.strip())
    if not found:
        return None
    try:
        day = datetime(int(found[1]), int(found[2] or 1), int(found[3] or 1), tzinfo=UTC)
    except ValueError:
        return None
    return max(0.0, day.timestamp())


# Writing.


def write(stored: Stored, comments: Sequence[str] = ()) -> str:
    """A game in this format, with a comment on each move if given. Raises CoreError for another game than five in a
    row."""
    match = stored.match
    game = written(match.game, "SGF")
    size = str(game.columns) if game.columns == game.rows else f"{game.columns}:{game.rows}"
    head = {"FF": "4", "GM": NUMBER, "CA": "UTF-8", "AP": f"triqui:{__version__}", "SZ": size}
    head["RU"] = "standard" if game.board.exact else "freestyle"
    for name, seat in zip(("PB", "PW"), match.players, strict=True):
        if seat != NAMELESS:
            head[name] = _escaped(name_of(seat))
    head["DT"] = datetime.fromtimestamp(max(0.0, stored.started), UTC).date().isoformat()
    if match.outcome:
        head["RE"] = _result(match.outcome)
    nodes = [";" + "".join(f"{name}[{value}]" for name, value in head.items()) + _setup(game, match.start)]
    first = match.positions[0].turn
    for ply, (x, y) in enumerate(places(match)):
        comment = f"C[{_escaped(comments[ply])}]" if ply < len(comments) and comments[ply] else ""
        nodes.append(f";{_COLOURS[(first + ply) % 2]}[{_letters(x, y)}]{comment}")
    return "(" + "\n".join(nodes) + ")\n"


def _result(outcome: Outcome) -> str:
    if outcome.winner is None:
        return "0"
    ways = {Reason.RESIGNED: "R", Reason.TIME: "T", Reason.ABANDONED: "F"}
    return f"{_COLOURS[outcome.winner]}+{ways.get(outcome.reason, '')}"


def _setup(game: LineGame, start: str | None) -> str:
    if start is None:
        return ""
    position = Position.from_text(game, start)
    lists = ["", ""]
    for place, mark in enumerate(game.marks(position.state)):
        if mark >= 0:
            lists[mark] += f"[{_letters(place % game.columns, place // game.columns)}]"
    set_up = "".join(f"A{colour}{points}" for colour, points in zip(_COLOURS, lists, strict=True) if points)
    return f"{set_up}PL[{_COLOURS[position.turn]}]"


def _letters(x: int, y: int) -> str:
    return chr(ord("a") + x) + chr(ord("a") + y)


def _escaped(text: str) -> str:
    return re.sub(r"([\]\\])", r"\\\1", text)
