"""Plays all games of a player against every reply: where it loses, and where it never finishes."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection, Mapping
from typing import NamedTuple

from core.game import Game, Move, Player, State
from core.judge.truth import Case

Choose = Callable[[State], Move | None]
"""The move of the player in a state, None where it has no legal move to offer, which loses."""


class Games(NamedTuple):
    """All games of a player on one side: the positions in which it is to ``move``, and the moves of the shortest that it
    ``loses``, None if it never loses."""

    reached: Collection[State]
    loses: tuple[Move, ...] | None


def games(game: Game, side: Player, choose: Choose) -> Games:
    """Play all games of a player on one side, against every reply."""
    start = game.start()
    lines: dict[State, tuple[Move, ...]] = {start: ()}
    queue = deque([start])
    reached: set[State] = set()
    loses: tuple[Move, ...] | None = None
    while queue:
        state = queue.popleft()
        value = game.value(state)
        turn = game.turn(state)
        if value is not None:
            lost = value < 0 if turn == side else value > 0
            if lost and loses is None:
                loses = lines[state]
            continue
        moves = game.moves(state)
        if turn == side:
            reached.add(state)
            move = choose(state)
            if move is None:
                loses = lines[state] if loses is None else loses
                continue
            moves = (move,)
        for move in moves:
            child = game.play(state, move)
            if child not in lines:
                lines[child] = (*lines[state], move)
                queue.append(child)
    return Games(reached, loses)


def unfinished(game: Game, cases: Mapping[State, Case], choose: Choose) -> set[State]:
    """The won positions from which the player's own moves keep the win and some replies keep it from ever winning.

    Positions are finished one after another, from the ends: those where the game is over, where the player throws the win away
    (which is another fault), and those from which every reply leads to a finished position. What is left goes round.
    """
    after: dict[State, list[State]] = {}
    """The won positions in which the player is to move again, by the position in which it moved."""
    for state, case in cases.items():
        move = choose(state)
        if case.worth != 1 or move is None or move not in case.holding:
            continue
        side = game.turn(state)
        after[state] = list(_next_turns(game, game.play(state, move), side))
    left = {state: {each for each in following if each in after} for state, following in after.items()}
    before: dict[State, list[State]] = {}
    for state, following in left.items():
        for each in following:
            before.setdefault(each, []).append(state)
    done = deque(state for state, following in left.items() if not following)
    unfinished = set(left)
    while done:
        state = done.popleft()
        unfinished.discard(state)
        for each in before.get(state, ()):
            left[each].discard(state)
            if not left[each] and each in unfinished:
                done.append(each)
    return unfinished


def _next_turns(game: Game, state: State, side: Player) -> set[State]:
    """The unfinished positions that follow, whatever the opponent plays, in which a side is to move."""
    if game.value(state) is not None:
        return set()
    if game.turn(state) == side:
        return {state}
    return {each for move in game.moves(state) for each in _next_turns(game, game.play(state, move), side)}
