"""Players are named by texts, have a strength, and choose what their strength allows."""

from __future__ import annotations

from random import Random

import pytest

from core import engines, strategies
from core.analysis import Analysis, Limit, Line, Watch
from core.errors import CoreError, UnknownEngine
from core.foregone import foregone
from core.game import Game, Move, Player
from core.games import get, presets
from core.phrase import phrase
from core.play.seats import neighbours
from core.players.opponents import (
    BEST,
    DEFAULT,
    HUMAN,
    STRONGEST,
    EnginePlayer,
    Thinker,
    is_known,
    parse,
    player,
    players,
    watched,
)
from core.position import Position, other
from core.score import Score, Verdict
from core.strategies.levels import FULL, GLANCE, LEVELS, Level, levels_of
from tests.core.contests import score
from tests.core.opponents_cases import GAMES, random_position
from tests.core.own_cases import NAMED as OWN
from tests.core.watching import at, thought

WIN, TIE, LOSE = (Score.exact(verdict, 5) for verdict in (Verdict.WIN, Verdict.TIE, Verdict.LOSE))


class Loaded(Random):
    """Dice that fall as the test wants: ``share`` from 0 to 1, always the last of several choices."""

    def __init__(self, share: float) -> None:
        super().__init__(0)
        self.share = share

    def random(self) -> float:
        return self.share

    def choice(self, seq):  # type: ignore[no-untyped-def]
        return seq[-1]


def analysis(*scores: Score) -> Analysis:
    """Moves 0, 1, 2 ... with these scores, best first."""
    lines = tuple(Line(move, score, (move,)) for move, score in enumerate(scores))
    return Analysis(at("tictactoe"), lines, 1, 1, 0.0, True)


def opponent(text: str) -> Thinker:
    found = parse(text)
    assert isinstance(found, Thinker)
    return found


@pytest.mark.parametrize("text", [HUMAN, "Human", " you "])
def test_a_person_is_no_engine(text: str) -> None:
    assert parse(text) is None


THINKERS = [name for name in engines.ENGINES if engines.facts(name).thinks]


@pytest.mark.parametrize("engine", THINKERS)
@pytest.mark.parametrize("level", LEVELS, ids=lambda level: level.name)
def test_every_engine_has_every_level_and_its_text_names_it_again(engine: str, level: Level) -> None:
    text = f"{engine}:{level.name}"
    assert opponent(text).text == text
    assert opponent(text.upper()) == opponent(text)


@pytest.mark.parametrize("game", GAMES)
def test_everybody_who_plays_a_game_is_named_by_a_text_and_says_how(game: str) -> None:
    for one in players(get(game)):
        found = parse(one.text)
        assert found
        assert (found.text, type(found)) == (one.text, type(one))
        assert found.plays(get(game))
        assert str(found.summary(get(game))).endswith(".")


@pytest.mark.parametrize("game", GAMES)
def test_a_level_does_what_it_says_in_every_game_of_the_hall(game: str) -> None:
    rules = get(game)
    position = Position.start(rules)
    for _ in range(2):
        later = position.play(position.moves[len(position.moves) // 3])
        position = position if later.outcome else later
    for level in levels_of(rules):
        claim = str(EnginePlayer(None, level).summary(rules))
        assert (f"plays {level.slips:.0%} of its moves at random" in claim) is bool(level.slips)
        if level.effort > 0.05 and "theory" not in claim:
            assert f"{level.effort:g} s" in claim  # and no more can be seen without waiting for it
            continue
        one = EnginePlayer(None, level)
        found = thought(one, position)
        proven = [line.score for line in found.lines if line.score.proven]
        if "theory" in claim:
            assert len(proven) == len(found.lines)
        elif level.depth:
            assert f"Looks ahead to depth {level.depth}" in claim
            assert found.depth <= level.depth
            # A verdict of unknown length comes from positions that were met by another way.
            beyond = [score for score in proven if (score.plies or score.within or 0) > level.depth]
            assert not beyond or "further where replies are forced" in claim
        elif not rules.finite:
            assert claim.startswith("Solves the whole game if about")
            assert found.settled or (found.depth == GLANCE and f"otherwise looks ahead to depth {GLANCE}" in claim)


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_levels_from_the_weakest_to_full_strength(game: str) -> None:
    levels = levels_of(get(game))
    assert (1 if foregone(get(game)) else 2) <= len(levels) <= len(LEVELS)
    assert list(levels) == [level for level in LEVELS if level in levels]
    assert levels[-1] is FULL


def test_the_best_engine_is_whichever_is_best_for_the_position() -> None:
    best = opponent(STRONGEST)
    assert (best.name, best.text) == (BEST, "best:full")
    for game in ("tictactoe", "pong-hau-ki", "nim:3,4,5"):
        assert best.request(at(game)).chosen is engines.best(at(game))


def test_an_engine_without_a_level_plays_at_full_strength() -> None:
    assert opponent("mcts").text == "mcts:full"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("alphabet", "There is no engine 'alphabet'; did you mean alphabeta?"),
        ("", "There is no engine ''"),
        ("human:3", "There is no engine 'human'"),
        ("arias-a:3", "There is no engine 'arias-a'"),
        (
            "mcts:godlike",
            "There is no level 'godlike'; the levels are 0, 1, 2, 3, 4, 5, 6, 7, full, easy, medium, hard.",
        ),
    ],
)
def test_a_wrong_name_is_answered_with_those_there_are(text: str, said: str) -> None:
    with pytest.raises(UnknownEngine) as caught:
        parse(text)
    assert str(caught.value).startswith(said)


def test_levels_grow_stronger_and_play_alike_on_every_machine() -> None:
    slips = [level.slips for level in LEVELS]
    assert slips == sorted(slips, reverse=True)
    assert LEVELS[-1].slips == 0
    for name in THINKERS:
        limits = [level.limit(engines.facts(name).nodes_a_second) for level in LEVELS]
        assert [limit.seconds for limit in limits] == [None] * len(LEVELS)
        nodes = [limit.nodes or 0 for limit in limits]
        assert nodes == sorted(nodes)
        assert nodes[0] > 0


def wins_at_once(position: Position) -> bool:
    turn = position.turn
    return any((after := position.play(move).outcome) and after.winner == turn for move in position.moves)


@pytest.mark.parametrize("id", GAMES)
@pytest.mark.parametrize("name", ["3", "5", "6"])
def test_a_level_that_looks_two_plies_ahead_leaves_no_win_in_one(id: str, name: str) -> None:
    one, random = opponent(f"best:{name}"), Random(id)
    for plies in range(3, 11):
        position = random_position(id, plies, random)
        if wins_at_once(position) or len(position.moves) > 100:
            continue
        safe = [move for move in position.moves if not wins_at_once(position.play(move))]
        if 0 < len(safe) < len(position.moves):
            found = thought(one, position)
            assert found.best
            assert found.best.move in safe


def test_a_lost_game_of_connect_four_is_not_thrown_away_at_once() -> None:
    """The book tells that all moves lose, before anybody knows how soon; X threatens column 3."""
    position = at("connect-four", "......./......./......./X..X.../O..O..X/XX.XOOO")
    five = opponent("best:5")
    found = thought(five, position)
    assert {five.choose(found, Loaded(share)).move for share in (0.5, 0.9)} == {2}


def test_a_strong_player_chooses_among_the_best_only() -> None:
    found = analysis(TIE, TIE, TIE, LOSE, LOSE)
    chosen = {opponent("mcts:full").choose(found, Random(seed)).move for seed in range(50)}
    assert chosen == {0, 1, 2}


def test_the_quicker_win_is_better_and_no_other_is_chosen() -> None:
    found = analysis(Score.exact(Verdict.WIN, 1), Score.exact(Verdict.WIN, 3))
    assert {opponent("mcts:full").choose(found, Random(seed)).move for seed in range(20)} == {0}


@pytest.mark.parametrize(("share", "move"), [(0.59, 4), (0.61, 2)])
def test_a_weak_player_slips_as_often_as_its_level_says(share: float, move: int) -> None:
    found = analysis(TIE, TIE, TIE, LOSE, LOSE)
    assert LEVELS[0].slips == 0.6
    assert opponent("mcts:1").choose(found, Loaded(share)).move == move


def test_a_slip_is_a_blind_choice_that_may_hit_the_best_and_says_so() -> None:
    found = analysis(WIN, LOSE)
    weakest = opponent("mcts:1")
    assert {weakest.choose(found, Random(seed)).move for seed in range(60)} == {0, 1}
    assert str(weakest.choose(found, Loaded(0.0)).reason) == "This level makes some random moves."


def test_a_forced_move_is_played_at_every_level() -> None:
    assert {opponent(f"mcts:{level.name}").choose(analysis(LOSE), Random(1)).move for level in LEVELS} == {0}


def test_a_choice_says_why_and_which_moves_were_as_good() -> None:
    block = at("tictactoe", "XX./.O./...")
    found = engines.analyse(engines.best(block), Watch(block, Limit(), lambda: 0.0))
    assert opponent(STRONGEST).choose(found, Random(0))[:2] == (
        2,
        phrase("It blocks a threat and makes one at {cell}.", cell="a3"),
    )
    start = at("tictactoe", ".../.X./...")
    found = engines.analyse(engines.best(start), Watch(start, Limit(), lambda: 0.0))
    assert str(opponent(STRONGEST).choose(found, Loaded(1.0)).reason).endswith("Same value: a1, c1, a3.")


def test_one_who_tries_to_lose_calls_no_move_good() -> None:
    reason = str(opponent("loser").choose(analysis(WIN, TIE, LOSE, LOSE), Loaded(0.0)).reason)
    assert reason.endswith("Same value: c1.")
    assert "good" not in reason


def test_one_who_tries_to_lose_plays_the_worst_and_loses_to_lots() -> None:
    assert opponent("loser").choose(analysis(WIN, TIE, LOSE, LOSE), Loaded(0.0)).move == 3
    wins, _, losses = score("tictactoe", "loser", "random", games=20)
    assert losses > 10 > wins


def careful(position: Position, random: Random) -> Move:
    """The move of a beginner who wins where a move wins at once and leaves no such move to the opponent."""

    def won(place: Position, player: Player) -> bool:
        return bool(place.outcome and place.outcome.winner == player)

    def spoils(place: Position) -> bool:
        return won(place, other(position.turn)) or any(won(place.play(m), other(position.turn)) for m in place.moves)

    after = {move: position.play(move) for move in position.moves}
    wins = [move for move, place in after.items() if won(place, position.turn)]
    safe = [move for move, place in after.items() if not spoils(place)]
    return random.choice(wins or safe or list(after))


@pytest.mark.parametrize("game", ["tictactoe", "connect-four", "pong-hau-ki", "nim:3,4,5", "chomp:3,4"])
def test_the_usual_opponent_can_be_beaten_and_is_not_played_with_for_nothing(game: str) -> None:
    usual, won = opponent(DEFAULT), []
    for seed in range(10):
        random, position = Random(seed), at(game)
        while not position.outcome:
            if position.turn == seed % 2:
                move = careful(position, random)
            else:
                found = thought(usual, position)
                move = usual.choose(found, random).move
            position = position.play(move)
        won.append(position.outcome.winner == seed % 2)
    assert won.count(True) > 1
    wins, _, losses = score(game, DEFAULT, "random", games=20)
    assert wins > losses


@pytest.mark.parametrize(
    ("present", "found"),
    [
        ("best:full", ["4"]),
        ("best:4", ["3", "full"]),
        ("best:2", ["1", "3"]),
        ("best:1", ["3"]),
        ("me", []),
        ("loser", []),
    ],
)
def test_the_neighbours_of_a_strength_are_those_that_the_game_tells_apart(present: str, found: list[str]) -> None:
    # Morris tells 1, 3, 4 and full apart.
    assert neighbours((HUMAN, present), get("morris")) == found


def test_easy_medium_and_hard_are_words_for_levels() -> None:
    assert [opponent(f"mcts:{word}").text for word in ("easy", "medium", "hard")] == ["mcts:2", "mcts:4", "mcts:6"]


def test_lots_have_no_levels() -> None:
    assert opponent("random:full").text == opponent("random").text == "random"


@pytest.mark.parametrize(
    ("text", "game", "said"),
    [
        ("human", "tictactoe", "'human' is not an engine; 'triqui players tictactoe' lists"),
        ("bouton", "tictactoe", "bouton does not play tictactoe; 'triqui players tictactoe' lists"),
        ("gomocup:cat", "tictactoe", "The protocol gomocup is for gomoku and its"),
    ],
)
def test_who_cannot_play_a_game_is_refused_with_the_remedy(text: str, game: str, said: str) -> None:
    with pytest.raises(CoreError) as caught:
        player(text, get(game))
    assert str(caught.value).startswith(said)


def test_a_program_from_elsewhere_is_called_by_its_file_and_keeps_its_command() -> None:
    program = opponent("Gomocup:/opt/Some{Engine}/Pbrain --level 3")
    assert program.text == "gomocup:/opt/Some{Engine}/Pbrain --level 3"
    assert str(program.title) == "Pbrain"
    assert program.plays(get("gomoku"))
    assert not program.plays(get("tictactoe"))
    assert program.level is None


@pytest.mark.parametrize("game", [*presets(), *map(get, OWN)], ids=lambda game: game.id)
def test_two_different_players_who_move_soon_are_watched_in_every_game(game: Game) -> None:
    first, second = (player(text, game) for text in watched(game))
    assert first.title != second.title
    assert first.level == second.level
    assert first.level
    assert first.level in levels_of(game) or foregone(game)
    assert first.level.effort <= 0.01


@pytest.mark.parametrize(
    "text",
    [*engines.NAMES, *strategies.STRATEGIES, "you", "me", "loser", "fives", "ugi:x", "best:2", " Human ", "a.py"],
)
def test_the_name_of_a_player_is_known(text: str) -> None:
    assert is_known(text)


@pytest.mark.parametrize("text", ["Ana", "Ana:2", "human being", "?"])
def test_the_name_of_a_person_is_not(text: str) -> None:
    assert not is_known(text)
