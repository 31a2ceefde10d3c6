"""The tree of a game of heaps: Arias's tree of six matches, and the tree of any heaps if it is small enough."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from core.game import State
from core.games.nim import Nim, Subtraction
from core.kinds.heaps import HeapGame
from core.phrase import Phrase, Sentence, fact, figure, phrase
from core.position import Position
from core.score import Score
from core.study.heaps.tree import PositionNode, PositionTree, exact, fits, tree
from core.study.sources import OURS, TRIQUI
from core.study.study import (
    PlayLink,
    Share,
    Study,
    StudyPicture,
    StudyQuestion,
    StudyTable,
    Text,
    Topic,
    Unstudied,
    as_read,
)

USUAL = "subtraction:6:1,2,3/misere"
MAX_ENDS = 26
"""Maximum number of ends in a tree that is shown whole."""
ELEVEN = "subtraction:11:1,3/misere"


class WholeTree(NamedTuple):
    """A tree of one heap, small enough to count its ends."""

    tree: PositionTree


def study(question: StudyQuestion) -> Iterator[Study]:
    """The tree, and its games by first move."""
    found = asked(question)
    yield Study(
        question,
        fact("nim.study", game=found.root.game.name),
        (StudyPicture("nim.tree", found), *_whole(found), _openings(found), _said(found), _others(found)),
        (TRIQUI, OURS),
        nodes=len(found.nodes),
        data=found,
    )


def _whole(found: PositionTree) -> tuple[StudyPicture, ...]:
    """The tree as one picture, if it is small enough."""
    if len(found.root.state) > 2 or found.top.games > MAX_ENDS:
        return ()
    counts = {"ends": found.top.games, "won": found.top.won, "lost": found.top.games - found.top.won}
    return (StudyPicture("nim.whole", WholeTree(found), (fact("nim.whole.ends", **counts),)),)


def asked(question: StudyQuestion) -> PositionTree:
    """The tree of a question. Raises Unstudied."""
    position = question.at(USUAL)
    game = position.game
    if not isinstance(game, HeapGame):
        raise Unstudied(
            "{game} is not a game of heaps; {command:trees are drawn for those, as in 'triqui study nim "
            "{usual}'}{screen:{usual} is one}.",
            game=game.id,
            usual=USUAL,
        )
    if position.outcome:
        raise Unstudied("The game is over in {position}; ask about a position before its end.", position=position.text)
    return tree(position)


class _Opening(NamedTuple):
    """The games below a first move, or all games: how many there are, and the first player's share of them."""

    move: str | Sentence
    leaves: Phrase
    value: Score
    games: int
    share: Share
    chance: Share
    play: PlayLink | None
    look: str = ""
    below: StudyQuestion | None = None


def _openings(found: PositionTree) -> StudyTable:
    root, top, start = found.root, found.top, _from(found)
    game, first = root.game, phrase(root.game.players[0])
    rows: list[_Opening] = []
    for move, state in top.moves:
        node, name = found.nodes[state], root.name(move)
        play = PlayLink(game.id, name, start) if node.moves else None
        below = StudyQuestion("nim", (game.id,), name, start) if node.moves else None
        value, look = exact(not node.wins, node.plies + 1), "lose" if node.wins else "win"
        rows.append(_Opening(name, as_read(Position(game, state)), value, *_games(node), play, look, below))
    every = fact("nim.openings.all")
    rows.append(_Opening(every, as_read(root), top.score, *_games(top), PlayLink(game.id, "", start)))
    notes = fact("nim.openings.note", first=first), fact("nim.openings.opens")
    return StudyTable("nim.openings", tuple(rows), notes, values={"first": first})


def _games(node: PositionNode) -> tuple[int, Share, Share]:
    """The games from a position, the first player's share of them, and the chance that this player wins at random."""
    return node.games, Share(node.won, node.games), Share.of(node.chance)


def _from(found: PositionTree) -> str | None:
    """The root as text, None for the start of the game."""
    return None if found.root.state == found.root.game.start() else found.root.text


def _said(found: PositionTree) -> Text:
    game, root, top = found.root.game, found.root, found.top
    first, second = game.players
    said = [
        fact(
            "nim.said.games",
            games=figure(top.games),
            nodes=figure(top.nodes),
            positions=figure(len(found.nodes)),
            first=phrase(first),
            second=phrase(second),
            won=figure(top.won),
            lost=figure(top.games - top.won),
        )
    ]
    if top.won in (0, top.games):
        said.append(fact("nim.said.same", winner=phrase(found.winner(root.state))))
    elif top.wins:
        said.append(
            fact(
                "nim.said.wins",
                player=phrase(game.players[root.turn]),
                plies=top.plies,
                moves=", ".join(map(root.name, found.winning(root.state))),
            )
        )
    else:
        said.append(fact("nim.said.loses", player=phrase(found.winner(root.state)), plies=top.plies))
    return Text("nim.said", (*said, *_rules(found)))


def _rules(found: PositionTree) -> Iterator[Sentence]:
    """Rules of play for one heap, each checked in every branch."""
    game, top = found.root.game, found.top
    if not isinstance(game, Subtraction) or len(game.sizes) > 1:
        return
    if all(number % 2 for number in game.numbers) and top.won in (0, top.games):
        yield fact("nim.said.parity", numbers=", ".join(map(str, game.numbers)))
        return
    lost = [state for state, node in found.nodes.items() if not node.wins and node.moves]
    total = _total(found, lost)
    if total:
        yield fact("nim.said.total", total=total, count=len(lost))
    replies = _first_replies(found)
    if len(replies) == 1 and top.wins and total not in replies:
        yield fact("nim.said.reply", total=replies.pop())


def _total(found: PositionTree, lost: list[State]) -> int | None:
    """The sum of any move and its winning answer, the same from each lost state; None if there is none."""
    common: set[int] | None = None
    for state in lost:
        for _move, after in found.nodes[state].moves:
            node = found.nodes[after]
            sums = {state[0] - later[0] for _move, later in node.moves if not found.nodes[later].wins}
            if node.moves:
                common = sums if common is None else common & sums
    return min(common) if common else None


def _first_replies(found: PositionTree) -> set[int]:
    """The sums of a wrong first move and each winning answer; none if a wrong move ends the game."""
    heap = found.root.state[0]
    wrong = [found.nodes[after] for _move, after in found.top.moves if found.nodes[after].wins]
    if not all(node.moves for node in wrong):
        return set()
    return {heap - later[0] for node in wrong for _reply, later in node.moves if not found.nodes[later].wins}


class _Other(NamedTuple):
    """Another study to look at, and the words that ask for it."""

    what: Sentence
    study: StudyQuestion

    @property
    def topic(self) -> str:
        """The words after ``triqui study``."""
        return " ".join((self.study.topic, *self.study.arguments))


def _others(found: PositionTree) -> StudyTable:
    """Where else to look: Arias's two games, and other topics about this game."""
    game = found.root.game
    others = [
        _Other(fact("nim.others.six"), StudyQuestion("nim", (USUAL,))),
        _Other(fact("nim.others.eleven"), StudyQuestion("nim", (ELEVEN,))),
        _Other(fact("nim.others.three"), StudyQuestion("nim", ("nim:1,2,3",))),
    ]
    if isinstance(game, Subtraction):
        others.append(_Other(fact("nim.others.table"), StudyQuestion("table", (game.id,))))
    if isinstance(game, Nim):
        others.append(_Other(fact("nim.others.xor"), StudyQuestion("xor", (game.id,), position=_from(found))))
    return StudyTable("nim.others", tuple(others))


def about(position: Position) -> StudyQuestion | None:
    """The tree from a position of heaps, None if it is too large."""
    if not isinstance(position.game, HeapGame) or position.outcome or not fits(position):
        return None
    return StudyQuestion("nim", (position.game.id,), position=position.text)


TOPIC = Topic(
    "nim",
    "[GAME]",
    study,
    about,
    usual=USUAL,
)
