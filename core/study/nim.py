"""The tree of a game of heaps: Arias's tree of six matches, and that of any heaps whose tree is small enough."""

from __future__ import annotations

from collections.abc import Iterator

from core.game import State
from core.games.nim import Nim, Subtraction
from core.kinds.heaps import HeapGame
from core.phrase import Phrase, phrase
from core.position import Position
from core.study.sources import OURS, TRIQUI
from core.study.study import (
    Cell,
    Marked,
    PlayLink,
    Share,
    Study,
    StudyPicture,
    StudyQuestion,
    StudyTable,
    TableColumn,
    Text,
    Topic,
    Unstudied,
    as_read,
    figure,
)
from core.study.tree import PositionTree, dot, drawn, exact, fits, tree

USUAL = "subtraction:6:1,2,3/misere"
ELEVEN = "subtraction:11:1,3/misere"
MOST_LINES = 400
"""Lines of the picture; a tree with more is drawn to a depth at which they suffice."""
MOST_EXPORTED = 200_000
"""Lines of the tree as text."""


def study(question: StudyQuestion) -> Iterator[Study]:
    """The tree, and what its games come to by first move."""
    found = _tree(question)
    yield Study(
        question,
        phrase("The tree of {game}", game=found.root.game.name),
        (_picture(found), _openings(found), _said(found), _others(found)),
        (TRIQUI, OURS),
        nodes=len(found.nodes),
        data=found,
    )


def _tree(question: StudyQuestion) -> PositionTree:
    position = question.at(USUAL)
    game = position.game
    if not isinstance(game, HeapGame):
        raise Unstudied(
            "{game} is no game of heaps; trees are drawn of those, as in 'triqui study nim {usual}'.",
            game=game.id,
            usual=USUAL,
        )
    if position.outcome:
        raise Unstudied("The game is over in {position}; ask about a position before its end.", position=position.text)
    return tree(position)


def _picture(found: PositionTree) -> StudyPicture:
    lines, depth = drawn(found, MOST_LINES)
    notes = [
        phrase(
            "Each line: the move, with * where it wins; what it leaves and who is to move; who wins with best play and in how "
            "many moves; of how many games below how many {first} wins.",
            first=phrase(found.root.game.players[0]),
        )
    ]
    if depth is not None:
        notes.append(
            phrase(
                "Nodes of the whole tree: {nodes}. As text it is drawn to depth {depth}, and … stands where it goes on; on the "
                "screen every branch can be unfolded.",
                nodes=figure(found.top.nodes),
                depth=depth,
            )
        )
    return StudyPicture("tree", phrase("Tree"), tuple(lines), tuple(notes))


def _openings(found: PositionTree) -> StudyTable:
    game, root, start = found.root.game, found.root, _from(found)
    first = game.players[0]
    rows: list[tuple[Cell, ...]] = []
    for move, state in found.top.moves:
        node, name = found.nodes[state], root.name(move)
        role = "lose" if node.wins else "win"
        below = StudyQuestion("nim", (game.id,), name, start) if node.moves else None
        play = PlayLink(game.id, name, start) if node.moves else None
        rows.append(
            (
                Marked(name, role, below),
                Marked(as_read(Position(game, state)), "", play),
                Marked(exact(not node.wins, node.plies + 1), role),
                node.games,
                Share(node.won, node.games),
                Share.of(node.chance),
            )
        )
    top = found.top
    rows.append(
        (
            phrase("all"),
            Marked(as_read(root), "", PlayLink(game.id, "", start)),
            top.score,
            top.games,
            Share(top.won, top.games),
            Share.of(top.chance),
        )
    )
    return StudyTable(
        "openings",
        phrase("By first move"),
        (
            TableColumn("move", phrase("move")),
            TableColumn("leaves", phrase("leaves")),
            TableColumn("value", phrase("value")),
            TableColumn("games", phrase("game count"), True),
            TableColumn("share", phrase("{first}'s share", first=phrase(first)), True),
            TableColumn("chance", phrase("chance at random"), True),
        ),
        tuple(rows),
        (
            phrase(
                "The share is of the games, that is of the ends of the tree, and Arias calls it a probability; the chance is "
                "that of {first} where both draw each move by lot. They differ, since a short game comes up more often than a "
                "long one.",
                first=phrase(first),
            ),
            phrase("A move opens the tree below it, what it leaves a game from there."),
        ),
    )


def _from(found: PositionTree) -> str | None:
    """The root in text, None where it is the start of the game."""
    return None if found.root.state == found.root.game.start() else found.root.text


def _said(found: PositionTree) -> Text:
    game, root, top = found.root.game, found.root, found.top
    first, second = game.players
    said = [
        phrase(
            "Games, the ends of the tree: {games}; {first} wins {won} of them and {second} {lost}. Nodes of the tree: "
            "{nodes}; different positions: {positions}.",
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
        said.append(
            phrase(
                "All of them are won by {winner}, whatever is played: no strategy helps and none is needed.",
                winner=phrase(found.winner(root.state)),
            )
        )
    elif top.wins:
        said.append(
            phrase(
                "With best play {player} wins in {plies}, beginning with {moves}.",
                player=phrase(game.players[root.turn]),
                plies=top.plies,
                moves=", ".join(map(root.name, found.winning(root.state))),
            )
        )
    else:
        said.append(
            phrase(
                "No first move wins: with best play {player} wins in {plies} at the latest.",
                player=phrase(found.winner(root.state)),
                plies=top.plies,
            )
        )
    return Text("said", phrase("What it says"), (*said, *_rules(found)))


def _rules(found: PositionTree) -> Iterator[Phrase]:
    """Rules of play for one heap, each checked against every branch before it is told."""
    game, top = found.root.game, found.top
    if not isinstance(game, Subtraction) or len(game.sizes) > 1:
        return
    if all(number % 2 for number in game.numbers) and top.won in (0, top.games):
        yield phrase(
            "That is parity: every number that may be taken ({numbers}) is odd, so each move turns an even heap into an odd "
            "one or back, and how many moves the game lasts is even or odd from the start.",
            numbers=", ".join(map(str, game.numbers)),
        )
        return
    lost = [state for state, node in found.nodes.items() if not node.wins and node.moves]
    total = _total(found, lost)
    if total:
        yield phrase(
            "Who has left a lost position leaves the next one by a rule: where the other takes k, answer with {total} - k. "
            "It is checked at every lost position of the tree ({count}), against every k.",
            total=total,
            count=len(lost),
        )
    replies = _first_replies(found)
    if len(replies) == 1 and top.wins and total not in replies:
        yield phrase(
            "After any other first move k it is the second player who wins, by answering with {total} - k.",
            total=replies.pop(),
        )


def _total(found: PositionTree, lost: list[State]) -> int | None:
    """The number that answer and move come to from each of the lost states, whatever the move is; None where there is none."""
    common: set[int] | None = None
    for state in lost:
        for _move, after in found.nodes[state].moves:
            node = found.nodes[after]
            sums = {state[0] - later[0] for _move, later in node.moves if not found.nodes[later].wins}
            if node.moves:
                common = sums if common is None else common & sums
    return min(common) if common else None


def _first_replies(found: PositionTree) -> set[int]:
    """What a wrong first move and each winning answer to it come to; none where a wrong move ends the game."""
    heap = found.root.state[0]
    wrong = [found.nodes[after] for _move, after in found.top.moves if found.nodes[after].wins]
    if not all(node.moves for node in wrong):
        return set()
    return {heap - later[0] for node in wrong for _reply, later in node.moves if not found.nodes[later].wins}


def _others(found: PositionTree) -> StudyTable:
    """Where else to look: Arias's two games, and what other topics say of this one."""
    game = found.root.game
    others = [
        (phrase("Arias: 6 matches, take 1 to 3"), StudyQuestion("nim", (USUAL,))),
        (phrase("Arias: 11 matches, take 3 or 1"), StudyQuestion("nim", (ELEVEN,))),
        (phrase("Three heaps of nim"), StudyQuestion("nim", ("nim:1,2,3",))),
    ]
    if isinstance(game, Subtraction):
        others.append((phrase("The table of these numbers"), StudyQuestion("table", (game.id,))))
    if isinstance(game, Nim):
        others.append((phrase("The xor of these heaps"), StudyQuestion("xor", (game.id,), position=_from(found))))
    return StudyTable(
        "others",
        phrase("Other boards"),
        (TableColumn("what", phrase("what")), TableColumn("topic", phrase("topic"))),
        tuple(
            (Marked(what, "", question), " ".join((question.topic, *question.arguments))) for what, question in others
        ),
    )


def about(position: Position) -> StudyQuestion | None:
    """The tree from a position of heaps, where it is small enough."""
    if not isinstance(position.game, HeapGame) or position.outcome or not fits(position):
        return None
    return StudyQuestion("nim", (position.game.id,), position=position.text)


def _as_text(question: StudyQuestion) -> Iterator[str]:
    found = _tree(question)
    if found.top.nodes > MOST_EXPORTED:
        raise Unstudied(
            "The tree of {game} has more nodes ({nodes}) than are written out ({most}); --as dot has each position once.",
            game=found.root.game.id,
            nodes=figure(found.top.nodes),
            most=figure(MOST_EXPORTED),
        )
    return map(str, drawn(found, MOST_EXPORTED)[0])


TOPIC = Topic(
    "nim",
    phrase("Trees of nim"),
    phrase("All the games of some heaps, who wins them, and the moves that win."),
    "[GAME]",
    study,
    about,
    {"dot": lambda question: dot(_tree(question)), "text": _as_text},
    usual=USUAL,
)
