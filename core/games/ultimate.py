"""Ultimate tic-tac-toe: nine boards of tic-tac-toe make a big one, and the cell played in names the board to play in next.

State: fourteen integers. Boards and their cells are counted from 0, row by row; a set of either has a bit for each::

    s[0] to s[8]   a board: the set of X's cells, and from bit 9 on that of O's
    s[X_BOARDS]    the boards won by X
    s[O_BOARDS]    the boards won by O
    s[OPEN]        the boards that can be played in; none once the game is over
    s[WHERE]       the board that must be played in, or FREE, or OVER
    s[TURN]        0 or 1

Move: 9 * board + cell. Notation counts both from 1: ``5.3`` is the upper right cell of the middle board, and while a board
is forced ``3`` will do. Text of a position: the nine boards, who won which, where to play (``-`` for anywhere)::

    O.X.X.X../..O.X..../......XXX/....X..../OOO....../X......../..X.OOO.X/....X..../O..O..O../..X.O...O/7
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import cache, cached_property

from core.errors import BadNotation, UnknownGame, quoted
from core.game import Ending, Family, Move, Player, Reason, State, Symmetry
from core.kinds import bits
from core.kinds.faces import LocalBoard, NestedGame
from core.kinds.lasting import LastingGame, Pattern
from core.known import Known
from core.phrase import Phrase, phrase

X_BOARDS, O_BOARDS, OPEN, WHERE, TURN = range(9, 14)
FREE, OVER = 9, 10
ALL = 0b111_111_111
ENOUGH = 5
"""Boards that win Tic-Tac-Ku."""

LINES = bits.lines(3, 3, 3, False)
has_line = bits.line_test(3, 3, 3, False)
_members = bits.members(9)
_MOVES = tuple(
    tuple(tuple(9 * board + cell for cell in _members(cells)) for cells in range(ALL + 1)) for board in range(9)
)
"""``_MOVES[board][cells]``: the moves into these cells of a board."""
_PLACES = tuple(divmod(move, 9) for move in range(81))


class Ultimate(NestedGame, LastingGame):
    """The plain game; with ``tic_tac_ku`` any five boards win instead of three in line, with ``stay_open`` a won board is
    played in until it is full, with ``count`` more boards win what would be a draw."""

    move_count = 81
    finite = True
    last_words = tuple("-123456789")
    last_label = phrase("to be played in")

    def __init__(self, options: frozenset[str]) -> None:
        self.id = "/".join(["ultimate", *sorted(options)])
        self.tic_tac_ku = "tic-tac-ku" in options
        self.stay_open = "open" in options
        self.count = "count" in options
        self.name = _name(options)
        self.goal = _goal(options)
        self.rules = _rules(options)
        if self.stay_open and not self.tic_tac_ku:
            self.known = Known("win", within=43, proof="strategy")
        enough = tuple(boards.bit_count() >= ENOUGH for boards in range(ALL + 1))
        self._decides: Callable[[int], bool] = enough.__getitem__ if self.tic_tac_ku else has_line

    @cached_property
    def symmetries(self) -> tuple[Symmetry, ...]:
        return _symmetries()

    def canonical(self, s: State) -> State:
        """The least of all images in an order that looks at the middle board first, which leaves few to compare."""
        return min([symmetry.image(s) for symmetry in _least_middle(s[4])])

    def start(self) -> State:
        return (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, ALL, FREE, 0)

    def turn(self, s: State) -> Player:
        return 1 if s[TURN] else 0

    def moves(self, s: State) -> Sequence[Move]:
        where = s[WHERE]
        if where < FREE:
            marks = s[where]
            return _MOVES[where][ALL & ~(marks | marks >> 9)]
        found: list[Move] = []
        for board in _members(s[OPEN]):
            marks = s[board]
            found += _MOVES[board][ALL & ~(marks | marks >> 9)]
        return found

    def play(self, s: State, m: Move) -> State:
        board, cell = _PLACES[m]
        turn = s[TURN]
        after = [*s]
        after[TURN] = 1 - turn
        after[board] = marks = s[board] | 1 << cell + 9 * turn
        still_open = s[OPEN]
        if has_line(marks >> 9 * turn & ALL) and not (s[X_BOARDS] | s[O_BOARDS]) >> board & 1:
            after[X_BOARDS + turn] = won = s[X_BOARDS + turn] | 1 << board
            if self._decides(won):
                still_open = 0
            elif not self.stay_open:
                still_open &= ~(1 << board)
        if (marks | marks >> 9) & ALL == ALL:
            still_open &= ~(1 << board)
        after[OPEN] = still_open
        after[WHERE] = cell if still_open >> cell & 1 else FREE if still_open else OVER
        return tuple(after)

    def value(self, s: State) -> int | None:
        if s[WHERE] < OVER:
            return None
        turn = s[TURN]
        mine, theirs = s[X_BOARDS + turn], s[O_BOARDS - turn]
        if self._decides(theirs):
            return -1
        if self.count:
            more = mine.bit_count() - theirs.bit_count()
            return (more > 0) - (more < 0)
        return 0

    def ending(self, s: State) -> Ending:
        for boards in s[X_BOARDS : O_BOARDS + 1]:
            if self._decides(boards):
                reason = Reason.COUNT if self.tic_tac_ku else Reason.LINE
                won = sorted({board for line in LINES if line & boards == line for board in _members(line)})
                shown = _members(boards) if self.tic_tac_ku else won
                return Ending(reason, tuple(9 * board + cell for board in shown for cell in range(9)))
        return Ending(Reason.COUNT if self.count else Reason.FULL)

    def marks(self, s: State) -> Sequence[int]:
        return [0 if s[b] >> c & 1 else 1 if s[b] >> c + 9 & 1 else -1 for b, c in _PLACES]

    @property
    def pattern(self) -> Pattern:
        """The lines of all boards, and to which cells each cell sends; who keeps these keeps the lines of boards too."""
        lines = [line << 9 * board for board in range(9) for line in LINES]
        sends = [(9 * board + cell, 9 * cell + there, 0) for board, cell in _PLACES for there in range(9)]
        return Pattern(lines, sends)

    def lying(self, s: State) -> Sequence[int]:
        return self.marks(s)

    def boards(self, s: State) -> Sequence[LocalBoard]:
        return [LocalBoard(_owner(s, board), bool(s[OPEN] >> board & 1)) for board in range(9)]

    def refusal(self, s: State, m: Move) -> str:
        board, cell = _PLACES[m]
        if (s[board] | s[board] >> 9) >> cell & 1:
            return "{move} is taken; play an empty cell of an open board."
        if s[OPEN] >> board & 1:
            return "{move} is in another board than the one you were sent to; play in that board."
        return "{move} is in a board that is decided; play in an open one."

    def format_move(self, s: State, m: Move) -> str:
        board, cell = _PLACES[m]
        return f"{board + 1}.{cell + 1}"

    def parse_move(self, s: State, text: str) -> Move:
        found = re.fullmatch(r"(?:([1-9])\.?)?([1-9])", text.strip())
        if found and found[1]:
            return 9 * int(found[1]) + int(found[2]) - 10
        if found and s[WHERE] < FREE:
            return 9 * s[WHERE] + int(found[2]) - 1
        if found:
            raise BadNotation(
                "{text} does not name a board, and you may choose one; type board and cell, as in 5.{cell}.",
                text=quoted(text),
                cell=found[2],
            )
        raise BadNotation(
            "{text} is not a cell; type the board and the cell from 1 to 9, as in 5.3, or the cell alone when you were "
            "sent to a board.",
            text=quoted(text),
        )

    def format_state(self, s: State) -> str:
        marks = "".join(".XO"[mark + 1] for mark in self.marks(s))
        owners = "".join(".XO"[_owner(s, board) + 1] for board in range(9))
        where = str(s[WHERE] + 1) if s[WHERE] < FREE else "-"
        return "/".join([*(marks[i : i + 9] for i in range(0, 81, 9)), owners, where])

    def parse_state(self, text: str) -> State:
        if not re.fullmatch(r"([XO.]{9}/){10}[1-9-]", text.strip().upper()):
            raise BadNotation(
                "{text} is not a position of this game; write nine boards of nine characters X, O or a dot, then who "
                "won which board, then the board to play in or -, with / between them.",
                text=quoted(text),
            )
        *boards, owners, where = text.strip().upper().split("/")
        locals_ = [_set_of(board, "X") | _set_of(board, "O") << 9 for board in boards]
        won = [_set_of(owners, "X"), _set_of(owners, "O")]
        x, o = (sum(board.count(mark) for board in boards) for mark in "XO")
        if x - o not in (0, 1):
            raise BadNotation(
                "There are {x} {first} and {o} {second} on the board; {first} begins, so {first} has as many marks as {second} "
                "or one more.",
                x=x,
                first=self.letters[0],
                o=o,
                second=self.letters[1],
            )
        for board, marks in enumerate(locals_):
            self._check_owner(board, owners[board], marks)
        turn = x - o
        if self._decides(won[turn]):
            raise BadNotation("The game was over before the last mark; only the player who moved last can have won.")
        full = sum(1 << board for board, marks in enumerate(locals_) if (marks | marks >> 9) & ALL == ALL)
        still_open = ALL & ~full if self.stay_open else ALL & ~(full | won[0] | won[1])
        if self._decides(won[1 - turn]):
            still_open = 0
        if where != "-" and not still_open >> int(where) - 1 & 1:
            raise BadNotation("Board {board} cannot be played in; write - for a free choice.", board=where)
        if where == "-" and x and still_open == ALL:
            raise BadNotation("No board is closed yet, so there is no free choice; write the board to play in, 1 to 9.")
        return (*locals_, *won, still_open, int(where) - 1 if where != "-" else FREE if still_open else OVER, turn)

    def _check_owner(self, board: int, owner: str, marks: int) -> None:
        """Raise BadNotation when a board with these marks cannot be so won."""
        lines = [mark for mark, cells in (("X", marks & ALL), ("O", marks >> 9)) if has_line(cells)]
        if owner not in (lines or ["."]) or (len(lines) > 1 and not self.stay_open):
            raise BadNotation(
                "Board {board} cannot be marked {owner}; mark it X or O when that player has three in a row in it, "
                "otherwise with a dot.",
                board=board + 1,
                owner=owner,
            )


def _owner(s: State, board: int) -> int:
    return 0 if s[X_BOARDS] >> board & 1 else 1 if s[O_BOARDS] >> board & 1 else -1


def _set_of(cells: str, mark: str) -> int:
    return sum(1 << i for i, char in enumerate(cells) if char == mark)


@cache
def _symmetries() -> tuple[Symmetry, ...]:
    return tuple(map(_symmetry, bits.rectangle_symmetries(3, 3, False)))


def _symmetry(permutation: tuple[int, ...]) -> Symmetry:
    """Turns or flips the big board and every board in it alike."""
    permute = bits.permuter(permutation)
    sources = tuple(permutation.index(board) for board in range(9))
    where = (*permutation, FREE, OVER)

    def image(s: State) -> State:
        boards = [permute(s[source] & ALL) | permute(s[source] >> 9) << 9 for source in sources]
        return (*boards, permute(s[X_BOARDS]), permute(s[O_BOARDS]), permute(s[OPEN]), where[s[WHERE]], s[TURN])

    return Symmetry(tuple(9 * permutation[board] + permutation[cell] for board, cell in _PLACES), image)


@cache
def _least_middle(middle: int) -> tuple[Symmetry, ...]:
    """The symmetries under which a middle board becomes least; it is small, so all its boards fit."""
    state = (0, 0, 0, 0, middle, 0, 0, 0, 0, 0, 0, 0, FREE, 0)
    images = [symmetry.image(state) for symmetry in _symmetries()]
    return tuple(symmetry for symmetry, image in zip(_symmetries(), images, strict=True) if image == min(images))


def _name(options: frozenset[str]) -> Phrase:
    name = phrase("tic-tac-ku") if "tic-tac-ku" in options else phrase("ultimate tic-tac-toe")
    if "open" in options:
        name = phrase("open {game}", game=name)
    return phrase("{game} by count", game=name) if "count" in options else name


def _goal(options: frozenset[str]) -> Phrase:
    if "tic-tac-ku" in options:
        return phrase("five boards, otherwise most boards") if "count" in options else phrase("five boards win")
    return phrase("a line, otherwise most boards") if "count" in options else phrase("three boards in line win")


def _rules(options: frozenset[str]) -> Phrase:
    rules = phrase("Your cell decides which board your opponent plays in.")
    if "open" in options:
        rules = phrase("{rules} Won boards stay open.", rules=rules)
    if "tic-tac-ku" in options:
        rules = phrase("{rules} Five boards win.", rules=rules)
    else:
        rules = phrase("{rules} Three boards in a line win.", rules=rules)
    return phrase("{rules} Otherwise more boards win.", rules=rules) if "count" in options else rules


def _ultimate(numbers: str | None, options: frozenset[str]) -> Ultimate:
    if numbers is not None:
        raise UnknownGame("ultimate takes no numbers, only options, as in ultimate/tic-tac-ku.")
    return Ultimate(options)


ULTIMATE = Family(
    "ultimate",
    "ultimate",
    ("count", "open", "tic-tac-ku"),
    _ultimate,
)
