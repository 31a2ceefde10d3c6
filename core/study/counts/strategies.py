"""The written strategies of a game, played out against every reply, with their wins and draws."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import reduce
from typing import NamedTuple

from core.game import Move, Player, State
from core.phrase import Sentence, fact
from core.position import Position, play_all
from core.score import Score
from core.strategies import of
from core.strategies.strategy import Strategy
from core.study.counts.counted import NOT_COUNTED, Counted, asked, count, small
from core.study.counts.counting import Count, Counting
from core.study.sources import MINIMAX, OURS, TRIQUI
from core.study.study import (
    PagePart,
    PlayLink,
    Study,
    StudyQuestion,
    StudyTable,
    Text,
    Topic,
    Unstudied,
    called,
)

MAX_MOVES = 60_000
"""Maximum number of moves tried to play a strategy out."""
_ARIAS_A, _ARIAS_B = "arias-a", "arias-b"


def study(question: StudyQuestion) -> Iterator[Study]:
    """Every strategy for the game in both seats, and after each reply."""
    question.bare()
    position = asked(question)
    game = position.game
    written = sorted(of(game), key=lambda strategy: len(strategy.seats))
    if not written:
        raise Unstudied(
            "No strategy is written down for {game}{command:; 'triqui study strategies' is about tictactoe}"
            "{screen:, only for tictactoe}.",
            game=game.id,
        )
    said = Study(question, fact("strategies.study", game=game.name), (), (TRIQUI, OURS), final=False)
    yield said
    *_before, found = count(question, position)
    assert isinstance(found, Counted)
    played = {(strategy.name, seat): _Played(strategy, seat, found) for strategy in written for seat in (0, 1)}
    if not any(each.total for each in played.values()):
        raise Unstudied(
            "The strategies for {game} cannot be played out: it has too many games; choose a smaller board.",
            game=game.id,
        )
    parts: list[PagePart] = [_summary(found, list(played.values()))]
    parts += [_replies(played[strategy.name, seat], found) for strategy in written for seat in strategy.seats]
    if found.total:
        parts.append(_answers(found))
    if found.by_arias:
        parts += [_third_move(found), Text("strategies.errata")]
    tried = found.tried + sum(each.counting.tried for each in played.values())
    yield Study(
        question, said.title, tuple(parts), (TRIQUI, MINIMAX, OURS) if found.by_arias else (TRIQUI, OURS), nodes=tried
    )


class _Played:
    """All games of a strategy in a seat against every reply, with each of its equal moves."""

    def __init__(self, strategy: Strategy, seat: Player, found: Counted) -> None:
        self.strategy, self.seat = strategy, seat
        self._game = found.position.game
        self.counting = Counting(self._game, self.moves)
        for _tried in self.counting.count([found.position.state], MAX_MOVES):
            pass
        self.total = self.counting.known.get(found.position.state)

    def moves(self, state: State) -> Sequence[Move]:
        """The moves played: those of the strategy in its seat, every move in the other."""
        if self._game.turn(state) != self.seat:
            return self._game.moves(state)
        return self.strategy.advise(Position(self._game, state)).moves

    def ends(self, count: Count | None, before: int = 0) -> _StrategyEnds:
        """The results of some games for the strategy, ``before`` moves into the game."""
        if count is None:
            return _StrategyEnds()
        won, lost = count.shares[self.seat], count.shares[1 - self.seat]
        return _StrategyEnds(count.games, won, count.drawn, lost, count.longest + before)

    @property
    def head(self) -> Sentence:
        """The strategy and its side."""
        return fact("strategies.replies.title", strategy=self.strategy.title, player=called(self._game)[self.seat])


class _StrategyEnds(NamedTuple):
    """Games of a strategy: all, won, drawn, lost, and the plies of the longest."""

    games: int | Sentence = NOT_COUNTED
    won: int | None = None
    drawn: int | None = None
    lost: int | None = None
    longest: int | None = None

    @property
    def won_look(self) -> str:
        """Wins are marked if nothing else happens."""
        return "win" if self.won == self.games else ""

    @property
    def lost_look(self) -> str:
        """Losses are marked."""
        return "lose" if self.lost else ""


class _Summary(NamedTuple):
    """The results of a strategy in a seat."""

    strategy: Sentence
    seat: Sentence
    ends: _StrategyEnds


def _summary(found: Counted, played: Sequence[_Played]) -> StudyTable:
    players = called(found.position.game)
    rows = tuple(_Summary(each.strategy.title, players[each.seat], each.ends(each.total)) for each in played)
    return StudyTable("strategies.summary", rows, (fact("strategies.summary.note"),))


class _AfterReply(NamedTuple):
    """The results of a strategy after some moves, its next move, and the value."""

    moves: str
    answer: str
    ends: _StrategyEnds
    value: Score | Sentence
    play: PlayLink


def _replies(played: _Played, found: Counted) -> StudyTable:
    """The results of a strategy after each first reply."""
    position = found.position
    rows: list[_AfterReply] = []
    beginnings: list[tuple[Move, ...]] = [(move,) for move in played.moves(position.state)]
    if played.seat == position.turn:
        beginnings = [(*begun, reply) for begun in beginnings for reply in position.play(begun[0]).moves]
    for moves in beginnings:
        at = reduce(Position.play, moves, position)
        if at.outcome:
            continue
        answers = played.strategy.advise(at)
        ends = played.ends(played.counting.known.get(at.state), len(moves))
        best = found.counting.known.get(at.state)
        value = best.score(played.seat, len(moves)) if best else NOT_COUNTED
        answer = " ".join(map(at.name, answers.moves[:4])) + (" ..." if len(answers.moves) > 4 else "")
        rows.append(_AfterReply(" ".join(position.names(moves)), answer, ends, value, found.played(*moves)))
    return StudyTable(
        "strategies.replies",
        tuple(rows),
        tuple(_notes(played, found)),
        title=played.head,
        name=f"{played.strategy.name}-{played.seat + 1}",
    )


def _notes(played: _Played, found: Counted) -> Iterator[Sentence]:
    yield played.strategy.summary
    if not found.by_arias:
        return
    if played.strategy.name == _ARIAS_A:
        yield fact("strategies.replies.arias_a")
    if played.strategy.name == _ARIAS_B:
        yield fact("strategies.replies.arias_b")


class _BestAnswers(NamedTuple):
    """The best answers to a first move, and their value."""

    move: str
    many: int
    answers: str
    value: Score
    play: PlayLink


def _answers(found: Counted) -> StudyTable:
    """The best answers to each first move."""
    position, known = found.position, found.counting.known
    rows: list[_BestAnswers] = []
    for move in position.moves:
        after = position.play(move)
        if after.outcome:
            continue
        scores = {reply: known[after.play(reply).state].score(after.turn, 2) for reply in after.moves}
        best = max(scores.values())
        names = [after.name(reply) for reply, score in scores.items() if score == best]
        value = known[after.state].score(after.turn)
        rows.append(_BestAnswers(position.name(move), len(names), " ".join(names[:8]), value, found.played(move)))
    notes = [fact("strategies.answers.note")]
    if found.by_arias:
        notes.append(fact("strategies.answers.fernandez"))
    return StudyTable("strategies.answers", tuple(rows), tuple(notes))


class _ThirdMove(NamedTuple):
    """A third move by its square: Arias's, or one that is better."""

    line: str
    move: int
    which: Sentence
    value: Score
    play: PlayLink


def _third_move(found: Counted) -> StudyTable:
    """Arias's line after the opposite corner, in his numbers, and its other third moves."""
    game = found.position.game
    rows: list[_ThirdMove] = []
    for line, printed in (("1 9 7 4", 5), ("3 7 9 6", 5), ("7 3 1 4", 5), ("9 1 3 6", 5)):
        moves, at = play_all(game, line)
        for third in at.moves:
            value = found.counting.known[at.play(third).state].score(at.turn, len(moves) + 1)
            square = third + 1
            if square == printed or value.value > 0:
                which = fact("strategies.third.printed") if square == printed else fact("strategies.third.better")
                rows.append(_ThirdMove(line, square, which, value, PlayLink(game.id, f"{line} {square}")))
    return StudyTable("strategies.third", tuple(rows), (fact("strategies.third.note"),))


def about(position: Position) -> StudyQuestion | None:
    """The strategies of a game, if all its games are counted without delay."""
    game = position.game
    if position.outcome or not of(game) or not small(Position.start(game)):
        return None
    return StudyQuestion("strategies", (game.id,))


TOPIC = Topic(
    "strategies",
    "[GAME]",
    study,
    about,
)
