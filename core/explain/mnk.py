"""Threat, block, fork, centre: the words of k in a row."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from string import ascii_letters
from typing import TypeVar

from core.explain.threats import Threats, forks, open_row, opening, threats
from core.explain.words import ProofPicture, Words, sentences
from core.game import Move, Player, State
from core.kinds.lanes import members, pairing
from core.kinds.lines import EitherGame, LineGame, MarkGame
from core.phrase import Phrase, phrase
from core.position import Position, other

_MAX_CELLS = 100
"""Maximum number of cells of a board on which pairs are searched, since somebody waits for them."""

_SHAPES = {4: (phrase("two"), phrase("three")), 5: (phrase("three"), phrase("four"))}
"""By k where players have names for them: a row of k - 2 marks, and one of k - 1."""


Marks_co = TypeVar("Marks_co", bound=MarkGame, covariant=True)


def words(game: LineGame | EitherGame) -> Words[MarkGame]:
    """The words of the plain game, of the one in which a line loses, or of wild play."""
    if isinstance(game, EitherGame):
        return WildWords(game)
    return MisereWords(game) if game.misere else LineWords(game)


class MarkWords(Words[Marks_co]):
    """Says where a move is."""

    def where(self, position: Position, move: Move) -> Phrase | None:
        """The kind of square, or on a large board the part of the board."""
        game = self.game
        if game.layers > 1:
            return phrase("Look at layer {layer}.", layer=game.format_cell(game.cell(move))[0])
        if game.cell_count <= 25:
            return phrase("Look at this kind of square: {place}.", place=_place(game, game.cell(move)))
        column, row = game.cell(move) % game.columns, game.cell(move) // game.columns
        return phrase(
            "Look at columns {first} to {last}, rows {top} to {bottom}.",
            first=chr(ord("a") + max(0, column - 2)),
            last=chr(ord("a") + min(game.columns - 1, column + 2)),
            top=max(1, row - 1),
            bottom=min(game.rows, row + 3),
        )


class LineWords(MarkWords[LineGame]):
    """Explains moves of games in which a line of own marks wins. ``shapes`` has names for rows, by their length."""

    shapes: Mapping[int, tuple[Phrase, Phrase]] = _SHAPES

    def why(self, position: Position, move: Move) -> Phrase | None:
        """What the move does to the threats on the board, then what it prepares."""
        game = self.game
        if position.play(move).outcome:
            return _ending(position, move)
        mine, theirs = game.sides(position.state)
        empty, mine = ~(mine | theirs), mine | 1 << move
        before = threats(game, theirs, empty)
        danger, own = before.without(move), threats(game, mine, empty & ~(1 << move))
        if danger.wins:
            return phrase("It leaves {cell} to the opponent, who wins there.", cell=_names(position, danger.wins))
        blocks = bool(before.wins)
        if own.wins & (own.wins - 1):
            return self._fork(position, move, mine, own.wins, blocks)
        if own.wins:
            return sentences(self._threat(position, own.wins, blocks), self._then(position, mine, own, theirs, danger))
        forked = forks(game, theirs, danger)
        if forked and not blocks:
            return phrase("Beware: the opponent can fork at {cells}.", cells=_names(position, forked))
        said = phrase("It blocks the opponent's threat.") if blocks else None
        if not blocks and forks(game, theirs, before):
            said = phrase("It prevents the opponent's fork.")
        return sentences(said, self._opening(position, mine, own, move))

    def answers(self, position: Position) -> Sequence[Move]:
        """The cells in which the opponent would complete a line, unless the player to move can do so."""
        game = self.game
        mine, theirs = game.sides(position.state)
        empty = ~(mine | theirs)
        return () if threats(game, mine, empty).wins else list(members(threats(game, theirs, empty).wins))

    def proof(self, position: Position, move: Move | None) -> ProofPicture | None:
        """The pairs by which the player who is not to move, or the one who made the move, keeps the other from a line."""
        turn = position.turn
        if self.game.cell_count > _MAX_CELLS:
            return None
        picture = None if position.outcome else self._pairs(position, other(turn))
        if picture is None and move is not None and not position.play(move).outcome:
            picture = self._pairs(position.play(move), turn)
        return picture

    def _pairs(self, position: Position, blocker: Player) -> ProofPicture | None:
        """The pairs of a player who answers, a letter for each; None where there are none, or more than letters."""
        game = self.game
        pairs = pairing(game, position.state, blocker)
        if not pairs or len(pairs) > len(ascii_letters):
            return None
        text = phrase(
            "{blocker} answers in the same pair, and every line open to {attacker} contains a pair.",
            blocker=game.players[blocker],
            attacker=game.players[other(blocker)],
        )
        return ProofPicture(text, {cell: ascii_letters[i] for i, pair in enumerate(pairs) for cell in pair})

    def _fork(self, position: Position, move: Move, marks: int, wins: int, blocks: bool) -> Phrase:
        game, cells = self.game, _names(position, wins)
        if blocks:
            return phrase("It blocks and makes a fork: {cells}.", cells=cells)
        if game.k in self.shapes and wins.bit_count() == 2 and open_row(game, marks, wins, move):
            return phrase("An open {row}: {cells} both complete the line.", row=self.shapes[game.k][1], cells=cells)
        return phrase("A fork: it threatens {cells} at once, and one block is not enough.", cells=cells)

    def _threat(self, position: Position, win: int, blocks: bool) -> Phrase:
        game, cell = self.game, _names(position, win)
        if blocks:
            return phrase("It blocks a threat and makes one at {cell}.", cell=cell)
        if game.k in self.shapes:
            return phrase("A {row}: the opponent has to block {cell}.", row=self.shapes[game.k][1], cell=cell)
        return phrase("It threatens {cell}.", cell=cell)

    def _then(self, position: Position, marks: int, own: Threats, theirs: int, danger: Threats) -> Phrase | None:
        """A fork after the only block of a threat, unless this block is a threat itself."""
        game = self.game
        block = own.wins.bit_length() - 1
        blocked = theirs | own.wins
        if any(game.has_line(blocked | line) for line in danger.short if line & own.wins):
            return None
        found = forks(game, marks, own.without(block))
        if not found:
            return None
        return phrase("After the block, {cell} makes two threats and wins.", cell=position.name(found[0]))

    def _opening(self, position: Position, marks: int, own: Threats, move: Move) -> Phrase | None:
        """The rows that a move opens: one more mark, and both their ends win."""
        game = self.game
        rows = opening(game, marks, own, move) if game.k in self.shapes else {}
        if not rows:
            return None
        (small, large), cells = self.shapes[game.k], _names(position, sorted(rows))
        if any(one & two == 1 << move for one, two in combinations(rows.values(), 2)):
            return phrase("Two open {row}s: next an open {longer} at {cells}.", row=small, longer=large, cells=cells)
        return phrase("An open {row}: next an open {longer} at {cells}.", row=small, longer=large, cells=cells)


class LeavingWords(MarkWords[Marks_co], ABC):
    """Explains moves of misere and wild play, of which only what they leave can be said."""

    @abstractmethod
    def completing(self, s: State) -> Sequence[Move]:
        """The moves that complete a line."""

    def why(self, position: Position, move: Move) -> Phrase | None:
        """How it ends the game, or which answers complete a line, where that loses or where either mark may be set."""
        after = position.play(move)
        if after.outcome:
            return _ending(position, move)
        ending, total = self.completing(after.state), len(after.moves)
        if not ending:
            return None
        if not self.game.misere:
            return phrase("It leaves {cell} to the opponent, who wins there.", cell=_names(after, ending))
        if len(ending) == total:
            return phrase("Every answer completes a line, and loses.")
        return phrase("Answers that complete no line: {count} of {total}.", count=total - len(ending), total=total)


class MisereWords(LeavingWords[LineGame]):
    """Each player completes lines of their own marks, and loses."""

    def completing(self, s: State) -> Sequence[Move]:
        mine, theirs = self.game.sides(s)
        return list(members(threats(self.game, mine, ~(mine | theirs)).wins))


class WildWords(LeavingWords[EitherGame]):
    """Either player completes lines of either mark."""

    def completing(self, s: State) -> Sequence[Move]:
        game, (x, o) = self.game, s
        by_mark = [members(threats(game, marks, ~(x | o)).wins) for marks in (x, o)]
        return [mark * game.cell_count + cell for mark, cells in enumerate(by_mark) for cell in cells]


def _ending(position: Position, move: Move) -> Phrase:
    outcome = position.play(move).outcome
    if outcome is None or outcome.winner is None:
        return phrase("It fills the board: a draw.")
    if outcome.winner == position.turn:
        return phrase("It completes the line and wins.")
    return phrase("It completes a line, and loses.")


def _names(position: Position, cells: int | Iterable[int]) -> str:
    """The names of some cells, or of a set of them."""
    return " ".join(position.name(cell) for cell in (members(cells) if isinstance(cells, int) else cells))


def _place(game: MarkGame, cell: int) -> Phrase:
    """What kind of square a cell of one layer is, by the number of its coordinates at an end of the board."""
    at = ((cell % game.columns, game.columns), (cell // game.columns, game.rows))
    if all(abs(2 * index - size + 1) <= 1 for index, size in at):
        return phrase("the centre")
    ends = sum(index in (0, size - 1) for index, size in at)
    return (phrase("an inner square"), phrase("an edge"), phrase("a corner"))[ends]
