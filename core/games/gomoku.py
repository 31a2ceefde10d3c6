"""Gomoku: five stones or more in a row on 15x15 points, or 19x19, or 20x20 as contests play it; the black stones begin.

Plain state ``(black, white)`` and moves as core/kinds/lines.py draws them.

With the opening Swap2 the state is ``(black, white, stage)``, for the colours have to be shared out::

    OPENING  A sets three stones: black, white, black
    CHOICE   B takes white, or takes black, or asks for two more
    TWO      B sets a white stone and a black one
    LAST     A takes white, or takes black
    A_BLACK  the game itself, and who plays which colour; white comes next
    A_WHITE

The colour to be set is black while both have as many stones, else white: in every stage. Moves: the point, and behind the
points the words ``white``, ``black`` and ``two``. Text: the rows, and behind a further / the stage.
"""

from __future__ import annotations

from collections.abc import Sequence

from core.errors import BadNotation, UnknownGame, quoted
from core.game import Family, Move, Player, State, Symmetry
from core.kinds import bits
from core.kinds.lines import LineGame, rectangle
from core.known import ALLIS, Known
from core.phrase import Phrase, phrase

FIVE = 5
SIZES = (15, 19, 20)
"""Points on a side; a size other than the first is an option."""
OPENING, CHOICE, TWO, LAST, A_BLACK, A_WHITE = range(6)
_STAGES = ("opening", "choice", "two", "last", "a-black", "a-white")
_WORDS = ("white", "black", "two")
_STONES = {OPENING: (0, 1, 2), CHOICE: (3,), TWO: (3, 4), LAST: (5,)}
"""How many stones lie on the board in each of the stages before the game itself."""


class Gomoku(LineGame):
    """Five in a row; with ``exact`` six or more do nothing."""

    players = ("●", "○")
    letters = ("●", "○")
    finite = True

    def __init__(self, size: int, options: frozenset[str], known: Known | None = None) -> None:
        board = rectangle(size, size, FIVE, exact="exact" in options)
        id = "/".join(["gomoku", *sorted(options)])
        super().__init__(id, board, _name(size, options), _rules(options), options=options, known=known)
        if board.exact:
            self.goal = phrase("exactly five in a row")


class Swap2Gomoku(Gomoku):
    """Gomoku with the opening that shares the first player's advantage out."""

    players = ("A", "B")
    finite = True
    last_words = _STAGES
    last_label = phrase("stage")

    def __init__(self, size: int, options: frozenset[str]) -> None:
        super().__init__(size, options)
        self.move_count = self.cell_count + len(_WORDS)

    def _symmetry(self, permutation: tuple[int, ...]) -> Symmetry:
        permute = bits.permuter(permutation)
        words = range(self.cell_count, self.move_count)
        return Symmetry((*permutation, *words), lambda s: (permute(s[0]), permute(s[1]), s[2]))

    def start(self) -> State:
        return (0, 0, OPENING)

    def turn(self, s: State) -> Player:
        stage = s[2]
        if stage < A_BLACK:
            return 0 if stage in (OPENING, LAST) else 1
        black = s[0].bit_count() == s[1].bit_count()
        return 0 if black == (stage == A_BLACK) else 1

    def sides(self, s: State) -> tuple[int, int]:
        """The stones of the colour that is set next, and those of the other."""
        return (s[0], s[1]) if s[0].bit_count() == s[1].bit_count() else (s[1], s[0])

    def moves(self, s: State) -> Sequence[Move]:
        if s[2] == CHOICE:
            return range(self.cell_count, self.cell_count + 3)
        if s[2] == LAST:
            return range(self.cell_count, self.cell_count + 2)
        return super().moves(s)

    def play(self, s: State, m: Move) -> State:
        black, white, stage = s
        if m >= self.cell_count:
            word = _WORDS[m - self.cell_count]
            if word == "two":
                return (black, white, TWO)
            a_chooses = stage == LAST
            return (black, white, A_BLACK if a_chooses == (word == "black") else A_WHITE)
        if black.bit_count() == white.bit_count():
            black |= self._bit[m]
        else:
            white |= self._bit[m]
        if stage < A_BLACK and (black | white).bit_count() not in _STONES[stage]:
            stage += 1
        return (black, white, stage)

    def passed(self, s: State) -> State | None:
        """None during the opening: its stones are nobody's yet."""
        black, white, stage = s
        return (white, black, A_WHITE if stage == A_BLACK else A_BLACK) if stage >= A_BLACK else None

    def value(self, s: State) -> int | None:
        if s[2] < A_BLACK:
            return None
        return super().value(s[:2])

    def cell(self, m: Move) -> int:
        return m if m < self.cell_count else -1

    def owners(self, s: State) -> Sequence[Player]:
        """Once A has taken white, the black stones are B's."""
        return (1, 0) if s[2] == A_WHITE else (0, 1)

    def refusal(self, s: State, m: Move) -> str:
        if s[2] == CHOICE:
            return (
                "{move} cannot be played now; choose white, black or two (you place two more, your opponent chooses)."
            )
        if s[2] == LAST:
            return "{move} cannot be played now; choose white or black."
        if m >= self.cell_count:
            return "There is nothing to choose now; place a stone instead of {move}."
        return super().refusal(s, m)

    def caption(self, s: State) -> Phrase | None:
        black, white, stage = s
        stone = phrase("black") if black.bit_count() == white.bit_count() else phrase("white")
        if stage == OPENING:
            return phrase("A places black, white, black; now {stone}.", stone=stone)
        if stage == CHOICE:
            return phrase("B takes a colour, or places two more.")
        if stage == TWO:
            return phrase("B places white, then black; now {stone}.", stone=stone)
        if stage == LAST:
            return phrase("A takes a colour; White moves next.")
        return phrase("A is ●, B is ○.") if stage == A_BLACK else phrase("A is ○, B is ●.")

    def format_move(self, s: State, m: Move) -> str:
        return super().format_move(s, m) if m < self.cell_count else _WORDS[m - self.cell_count]

    def parse_move(self, s: State, text: str) -> Move:
        word = text.strip().lower()
        if word in _WORDS:
            return self.cell_count + _WORDS.index(word)
        if s[2] in (CHOICE, LAST) and len(word) > 3:
            raise BadNotation(
                "{text} cannot be chosen; type one of {words}.",
                text=quoted(text),
                words=" ".join(_WORDS[: 3 if s[2] == CHOICE else 2]),
            )
        return super().parse_move(s, text)

    def format_state(self, s: State) -> str:
        return f"{super().format_state(s)}/{_STAGES[s[2]]}"

    def parse_state(self, text: str) -> State:
        rows, _, word = text.strip().rpartition("/")
        if word.lower() not in _STAGES:
            raise BadNotation(
                "{text} is not a stage; after the rows and a / write one of {stages}.",
                text=quoted(word),
                stages=" ".join(_STAGES),
            )
        stage = _STAGES.index(word.lower())
        black, white = super().parse_state(rows)
        count = (black | white).bit_count()
        if count not in _STONES.get(stage, range(3, self.cell_count + 1)):
            raise BadNotation(
                "Stage {stage} does not fit the number of stones: {count}.", count=count, stage=word.lower()
            )
        return (black, white, stage)

    def _check(self, s: State) -> None:
        super()._check(s[:2])


def _name(size: int, options: frozenset[str]) -> Phrase:
    name = phrase("gomoku {size}", size=f"{size}x{size}")
    if "exact" in options:
        name = phrase("exact {game}", game=name)
    return phrase("{game}, Swap2", game=name) if "swap2" in options else name


def _rules(options: frozenset[str]) -> Phrase:
    rules = phrase("Exactly five in a row wins.") if "exact" in options else phrase("Five or more in a row wins.")
    if "swap2" not in options:
        return rules
    return phrase("{rules} A places three stones, then the colours are chosen.", rules=rules)


def _make(numbers: str | None, options: frozenset[str]) -> Gomoku:
    if numbers is not None:
        raise UnknownGame("gomoku takes no numbers; its board is 15x15, 19x19 as gomoku/19, or 20x20 as gomoku/20.")
    sizes = [size for size in SIZES if str(size) in options]
    if len(sizes) > 1:
        raise UnknownGame("gomoku takes only one board size; write gomoku/19 or gomoku/20.")
    size = sizes[0] if sizes else SIZES[0]
    if "swap2" in options:
        return Swap2Gomoku(size, options)
    return Gomoku(size, options, Known("win", proof="", paper=ALLIS) if size == SIZES[0] else None)


GOMOKU = Family("gomoku", "gomoku", ("19", "20", "exact", "swap2"), _make)
