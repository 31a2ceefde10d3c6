"""The list of all games of a board, page by page, as Arias prints it: moves, stars after the end, and a 1 for who has won."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import count, islice

from core.phrase import phrase
from core.position import Position
from core.study.counted import Counted, number, small, whole
from core.study.sources import OURS, TRIQUI
from core.study.study import Cell, Column, Marked, Play, Question, Study, Table, Topic, Unstudied, called, figure

PAGE = 100
"""Games on one page."""
_SPREAD = 12
"""Up to so many moves each has a column of its own, as in Arias's sheets."""
_STAR = "*"


def study(question: Question) -> Iterator[Study]:
    """One page of the list; the arguments are a game and the number of the page."""
    words, page = question.arguments, 1
    if words and words[-1].isdecimal():
        *words, page = *words[:-1], int(words[-1][:9])  # type: ignore[assignment]
    board = replace(question, arguments=tuple(words))
    found = whole(board)
    if found.total is None:
        raise Unstudied(
            "The games of {game} are too many to be counted, so none has a number; take a smaller board, or give first moves "
            "by --moves.",
            game=found.position.game.id,
        )
    pages = -(-found.total.games // PAGE)
    if not 1 <= page <= pages:
        raise Unstudied("The list has {pages} pages; there is no page {page}.", pages=figure(pages), page=page)
    game = found.position.game

    def turned(to: int) -> Question | None:
        return replace(question, arguments=(game.id, str(to))) if 1 <= to <= pages else None

    rows = islice(_rows(found, PAGE * (page - 1)), PAGE)
    first, second = called(game)
    longest = len(found.lengths.rows)
    table = Table(
        "games",
        phrase("Games one by one"),
        (Column("number", phrase("game"), True), *_heads(longest), Column("first", first), Column("second", second)),
        tuple(rows),
        (
            phrase("Page {page} of {pages}.", page=figure(page), pages=figure(pages)),
            phrase(
                "Stars stand where the game is over, a 1 under the player who has won. ':' takes another page, as in "
                "'{game} {pages}'; 'triqui study listing {game} --csv games' prints them all.",
                game=game.id,
                pages=pages,
            ),
        ),
        turned(page - 1),
        turned(page + 1),
    )
    heading = phrase("{game}: all games, {games}", games=figure(found.total.games), game=game.name)
    yield Study(question, heading, (table,), (TRIQUI, OURS), nodes=found.tried)


def _heads(longest: int) -> Sequence[Column]:
    if longest > _SPREAD:
        return (Column("moves", phrase("moves")),)
    return [Column(f"move_{ply}", str(ply)) for ply in range(1, longest + 1)]


def _rows(found: Counted, skip: int) -> Iterator[tuple[Cell, ...]]:
    """The games in the order of their moves, numbered from 1, without the first ones; a square is called as Arias does."""
    position, question = found.position, found.question
    game, begun, longest = position.game, found.question.moves.split(), len(found.lengths.rows)
    for at, (moves, end) in zip(count(skip + 1), found.counting.games(position.state, skip), strict=False):
        state, names = position.state, list[str]()
        for move in moves:
            names.append(game.format_move(state, move))
            state = game.play(state, move)
        before_the_end = Play(game.id, " ".join([*begun, *names[:-1]]), question.position)
        shown = [str(number(position, move) or name) for move, name in zip(moves, names, strict=True)]
        shown += [_STAR] * (longest - len(moves))
        cells = shown if longest <= _SPREAD else [" ".join(shown)]
        first, second, _drawn = found.counting.known[end].shares
        yield Marked(at, "", before_the_end), *cells, first or None, second or None


def about(position: Position) -> Question | None:
    """Where the games are few enough to be counted in a moment."""
    if position.outcome or not small(position):
        return None
    start = position == Position.start(position.game)
    return Question("listing", (position.game.id,), position=None if start else position.text)


TOPIC = Topic(
    "listing",
    phrase("The list of all games"),
    phrase("Every game with who wins it: page by page, and whole as CSV."),
    "[GAME [PAGE]]",
    study,
    about,
)
