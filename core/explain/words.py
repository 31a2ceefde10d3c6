"""What a game can say in words of its own; each game's file overrides what it has something to say of."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import reduce
from typing import Generic, NamedTuple, TypeVar

from core.game import Game, Move
from core.phrase import Phrase, phrase
from core.position import Position


class Notes(NamedTuple):
    """A title and rows of text, at most 34 columns wide, that read as a table."""

    title: Phrase
    rows: tuple[Phrase | str, ...]


class ProofPicture(NamedTuple):
    """A proof to be drawn on the board: what it says, and the sign, one column wide, of each move that has one."""

    text: Phrase
    signs: Mapping[Move, str]


def sentences(*said: Phrase | None) -> Phrase | None:
    """What there is to say, one sentence after the other; None where there is nothing."""
    found = [each for each in said if each]
    return reduce(lambda first, then: phrase("{first} {then}", first=first, then=then), found) if found else None


def first_two(said: Phrase) -> Phrase:
    """The same, but for a third sentence."""
    first = said.values.get("first")
    return first_two(first) if isinstance(first, Phrase) and first.template == said.template else said


Game_co = TypeVar("Game_co", bound=Game, covariant=True)


class Words(Generic[Game_co]):
    """The words of a game, of which all positions are that they are asked about. None: nothing to say."""

    def __init__(self, game: Game_co) -> None:
        self.game = game

    def why(self, position: Position, move: Move) -> Phrase | None:
        """What the move does."""
        return None

    def answers(self, position: Position) -> Sequence[Move]:
        """The moves of which the player to move has to make one, since any other loses at once; none where it is free."""
        return ()

    def where(self, position: Position, move: Move) -> Phrase | None:
        """The region of the board in which the move lies."""
        return None

    def notes(self, position: Position) -> Notes | None:
        """What the theory of the game sees in a position."""
        return None

    def column(self, position: Position) -> tuple[Phrase, Callable[[Move], str]] | None:
        """A column for a list of moves: its heading, and what it says of a move."""
        return None

    def effect(self, position: Position, move: Move, theory: bool) -> Phrase | None:
        """What a move takes and leaves, and with ``theory`` what that is worth by it."""
        return None

    def proof(self, position: Position, move: Move | None) -> ProofPicture | None:
        """A proof that can be seen on the board: of the worth of a position, or else of what a move in it keeps."""
        return None
