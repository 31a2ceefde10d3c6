"""Games as text and JSON: what goes out comes in again as it was, and what is not a game is refused with its line."""

from __future__ import annotations

import json
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core import engines
from core.errors import CoreError
from core.game import Player, Reason
from core.games import get, presets
from core.notation.documents import _Document, to_json
from core.notation.text import to_text
from core.play.match import Match
from core.play.series import Series
from core.position import Outcome
from core.store.rows import Stored
from tests.core.facts import with_facts
from tests.core.hall.foyer import Foyer, play
from tests.core.reading_games import read

NOW = 1_800_000_000.0
IDS = [game.id for game in presets()]
MARKS = st.sampled_from(["", "!", "?!", "?", "??", None])
PLAYERS = st.sampled_from(["human", "best:2", "human:ana·3f2a", "loser", 'gomocup:./engine "a b" \\n', "random"])
TIMES = st.integers(0, 4_000_000_000_000_000).map(lambda microseconds: microseconds / 1_000_000)


@st.composite
def games(draw: st.DrawFn) -> Stored:
    """A game played at random, perhaps given up or left, with all that can be kept of it."""
    game = get(draw(st.sampled_from(IDS)))
    random = Random(draw(st.integers(0, 1_000)))
    players = (draw(PLAYERS), draw(PLAYERS))
    match = Match(game, players)
    for _ply in range(draw(st.integers(0, 12))):
        if match.outcome:
            break
        match = match.play(random.choice(match.position.moves))
    start = None
    if draw(st.booleans()) and not match.outcome:
        start = match.position.text
        match = Match(game, players, start)
    if draw(st.booleans()) and not match.outcome:
        match = match.resign(draw(st.sampled_from((0, 1))))
    series = draw(st.none() | st.just(Series(players, 3, (0, None))))
    extra = draw(st.sampled_from(["", "a text", '{"clock": [1, 2]}', "[1,2]", 'a "b"\n\x1b c é']))
    match = draw(with_facts(replace(match, series=series, extra=extra)))
    count = len(match.moves)
    marks = draw(st.just(()) | st.lists(MARKS, min_size=count, max_size=count).map(tuple))
    started, updated = sorted((draw(TIMES), draw(TIMES)))
    return Stored.of(match, started, updated, "", marks if any(mark is not None for mark in marks) else ())


def same(one: Stored, other: Stored) -> bool:
    """Whether two games are the same, their times to the microsecond."""
    near = abs(one.started - other.started) < 1e-5 and abs(one.updated - other.updated) < 1e-5
    return near and (one.match, one.marks) == (other.match, other.marks)


@given(st.lists(games(), min_size=1, max_size=3), st.sampled_from([to_text, to_json]))
@settings(max_examples=80, deadline=None)
def test_what_goes_out_comes_in_again_as_it_was(kept: list[Stored], write: object) -> None:
    assert callable(write)
    text = write(kept)
    again = read(text, NOW)
    assert len(again) == len(kept)
    assert all(map(same, kept, again))
    assert write(again) == text


def test_a_game_written_by_hand_needs_no_more_than_its_name_and_moves() -> None:
    (kept,) = read('[Game "tictactoe"]\n\n1. b2 a1 2. B1 b3\n3. a2 C2', NOW)
    assert kept.moves == "b2 a1 b1 b3 a2 c2"
    assert kept.outcome is None
    assert kept.players == ("human", "human")
    assert (kept.started, kept.updated, kept.marks) == (NOW, NOW, ())


def test_the_rules_say_how_a_game_ends_that_says_nothing_of_it() -> None:
    (kept,) = read('[Game "tictactoe"]\nb2 a1 b1 a2 b3', NOW)
    assert kept.outcome
    assert kept.match.outcome == Outcome(0, Reason.LINE, (1, 4, 7))


def test_a_name_that_is_no_player_is_that_of_a_person() -> None:
    (kept,) = read('[Game "tictactoe"]\n[First "Ana B."]\n[Second "best:2"]\n', NOW)
    assert kept.players == ("human:Ana B.", "best:2")


def test_a_name_that_is_no_player_is_that_of_a_person_in_the_series_too() -> None:
    (kept,) = read('[Game "tictactoe"]\n[First "ana"]\n[Series {"players": ["ana", "human"], "length": 3}]\n', NOW)
    assert kept.series
    assert kept.series.players == ("human:ana", "human")


def test_a_program_keeps_its_name_and_is_not_asked_for() -> None:
    (kept,) = read('[Game "gomoku"]\n[First "gomocup:/nowhere/engine --wild"]\n', NOW)
    assert kept.players == ("gomocup:/nowhere/engine --wild", "human")


def test_a_game_of_a_hall_can_be_read_where_there_is_no_hall() -> None:
    foyer = Foyer()
    ana, ben = foyer.enter("a"), foyer.enter("b")
    for moves in ("b2 a1 c1", "b2 a1"):
        table = foyer.table(ana, ben)
        play(table, ana, ben, moves)
        if ana.moves(table) == "b2 a1":
            ana.leave()
        else:
            ben.leave()
            foyer.pass_time(1000.0)
            ana.do(table, "claim", what="win")
            ben = foyer.enter("b")
    games = list(foyer.disk.games.values())
    again = read(to_text(games), NOW)
    assert all(map(same, games, again))
    assert [one.outcome for one in again] == [Outcome(0, Reason.ABANDONED), None]


def test_a_game_without_an_id_is_the_same_one_whenever_it_comes() -> None:
    text = '[Game "tictactoe"]\nb2 a1'
    (once,), (again,), (other,) = read(text, NOW), read(text, NOW + 1), read(f"{text} c3", NOW)
    assert once.match == again.match
    assert once.id != other.id


def test_a_mark_says_that_somebody_has_looked_and_none_that_nobody_has() -> None:
    (kept,) = read('[Game "tictactoe"]\n[Reviewed "1 3-4"]\nb2 a1 b1?? c3! a2', NOW)
    assert kept.marks == ("", None, "??", "!", None)


REFUSED = [
    ("", 'There is no game in it; a game begins with a line such as [Game "tictactoe"].'),
    ("b2 a1", "Line 1: 'b2 a1' does not begin a game in a known format (json, text, psq, sgf,"),
    ('[First "human"]\nb2 a1', 'Line 1: A game begins with a line such as [Game "tictactoe"], but this is \'[First'),
    ('[Game "tictactoes"]', "Line 1: There is no game 'tictactoes'; the closest are"),
    ('[Game "tictactoe"]\n[First human]', "Line 2: 'human' is not a value; write text in quotes"),
    ('[Game "tictactoe"]\n[Elo 1200]', "Line 2: A game has no 'elo', only Game, Start,"),
    ('[Game "tictactoe"]\n[Hints -1]', "Line 2: Hints must be a whole number from 0 to 1,000,000"),
    ('[Game "tictactoe"]\n[Start "XXX/.../..."]', "Line 2: There are 3 X and 0 O on the board"),
    ('[Game "tictactoe"]\n[Started "noon"]', "Line 2: 'noon' is not a time; write it like 2026-"),
    ('[Game "tictactoe"]\n\nb2\nb2', "Line 4: Move 2: "),
    ('[Game "tictactoe"]\n\nb2\nz9', "Line 4: Move 2: 'z9' is not a square"),
    ('[Game "tictactoe"]\nb2!!', "Line 2: '!!' is not a mark; use !, ?!, ? or ??."),
    ('[Game "tictactoe"]\nb2??', "Line 2: Move 1 has a mark but is not listed under Reviewed"),
    ('[Game "tictactoe"]\n[Reviewed "2"]\nb2', "Line 2: '2' does not list moves of this game"),
    ('[Game "tictactoe"]\n[Result "2-0"]\nb2', "Line 2: '2-0' is not a result"),
    ('[Game "tictactoe"]\n[Result "1-0"]\nb2', "Line 2: The moves do not end the game that way; write [Reason"),
    ('[Game "tictactoe"]\n[Result "0-1"]\n[Reason "line"]\nb2', "Line 2: The moves do not end the game that way;"),
    ('[Game "tictactoe"]\nb2 0-1\na1', "Line 3: There are moves after the result"),
    ('[Game "tictactoe"]\nb2\n[First "human"]', "Line 3: First comes after the moves"),
    ('[Game "tictactoe"]\n[First "human:"]\n', "Line 2: 'human:' is not a person's name; write human:NAME"),
    ('[Game "tictactoe"]\n[First "human:\\u001b[2J"]\n', "Line 2: 'human:"),
    ('[Game "tictactoe"]\n[Reason "magic"]\n', "Line 2: 'magic' is not a reason for the end of a game"),
    ("[", "Line 1: A game begins with a line such as"),
    ("[{", "Line 1: This is not valid JSON"),
    ("[{}]", "Line 1: The game has no name"),
    ('[{"game": "tictactoe"},\n{"game": 3}]', "Line 2: Game is not text; write it in quotes."),
    ('[{"game": "tictactoe", "moves": ["b2"]}\n{"game": 3}]', "Line 2: A comma or ] is missing after a game"),
    ('[{"game": "tictactoe", "moves": ["b2"], "marks": ["", ""]}]', 'Line 1: "marks" must be a list'),
    ('{"game": "tictactoe",\n"moves": [b2]}', "Line 2: This is not valid JSON"),
    ('{"game": "tictactoe", "id": "\\ud800"}', "Line 1: Id is not text"),
    ('{"game": "tictactoe"} {}', "Line 1: There is more text after the last game"),
]


@pytest.mark.parametrize(("text", "sentence"), REFUSED)
def test_what_is_no_game_is_refused_with_its_line_and_the_remedy(text: str, sentence: str) -> None:
    with pytest.raises(CoreError) as caught:
        read(text, NOW)
    assert str(caught.value).startswith(sentence)


def test_every_field_of_a_record_is_written() -> None:
    document = json.loads(to_json([Stored.of(Match(get("tictactoe"), ("human", "loser")), NOW, NOW)]))
    kept = {"id", "game", "first", "second", "result", "started", "updated", "moves"}
    assert kept <= set(document[0])


def mutated(text: str, random: Random) -> str:
    """The text with something cut out, doubled, exchanged or put in."""
    for _ in range(random.randint(1, 4)):
        at = random.randrange(len(text) + 1)
        to = min(len(text), at + random.choice((1, 1, 2, 10)))
        put = random.choice(
            ("", text[at:to] * 2, chr(random.randrange(0x250)), '"', "[", "{", "\n", "9" * 5000, "-1", "null", "1e999")
        )
        text = text[:at] + put + text[to:]
    return text


@given(st.lists(games(), min_size=1, max_size=2), st.sampled_from([to_text, to_json]), st.integers(0, 10**9))
@settings(max_examples=150, deadline=None)
def test_a_spoiled_file_is_a_game_or_a_sentence_and_never_a_crash(kept: list[Stored], write: object, seed: int) -> None:
    assert callable(write)
    refusing(mutated(write(kept), Random(seed)))


@given(st.text() | st.text(alphabet='[]{}",: \nGame0123*-?!abc\\u'))
@settings(max_examples=200, deadline=None)
def test_any_text_is_a_game_or_a_sentence(text: str) -> None:
    refusing(text)
    refusing(f'[Game "tictactoe"]\n{text}')
    refusing(f'[{{"game": "nim:3,4,5", {text}}}]')


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=5,
)


@given(
    st.dictionaries(
        st.sampled_from(
            [
                "game",
                "first",
                "start",
                "result",
                "reason",
                "started",
                "id",
                "hints",
                "series",
                "extra",
                "moves",
                "marks",
            ]
        ),
        JSON,
    )
)
@settings(max_examples=200, deadline=None)
def test_any_value_in_json_is_a_game_or_a_sentence(values: dict[str, object]) -> None:
    refusing(json.dumps([{"game": "tictactoe"} | values]))
    refusing("\n".join(f"[{name} {json.dumps(value)}]" for name, value in ({"game": "nim:3,4,5"} | values).items()))


def refusing(text: str) -> None:
    """Read; nothing but a sentence that names something may come of it, and what is a game can be written."""
    try:
        kept = read(text, NOW)
    except CoreError:
        return
    assert len(read(to_text(kept), NOW)) == len(read(to_json(kept), NOW)) == len(kept)


def test_a_resignation_stands_though_the_moves_do_not_show_it() -> None:
    (kept,) = read('[Game "tictactoe"]\n[Result "0-1"]\n[Reason "resigned"]\nb2', NOW)
    assert kept.outcome
    assert (kept.outcome.winner, kept.outcome.reason) == (1, Reason.RESIGNED)


@pytest.mark.parametrize(("result", "winner"), [("1-0", 0), ("1/2-1/2", None)])
def test_a_game_that_one_player_has_left_is_written_and_read(result: str, winner: Player | None) -> None:
    (kept,) = read(f'[Game "tictactoe"]\n[Result "{result}"]\n[Reason "abandoned"]\nb2', NOW)
    assert kept.outcome == Outcome(winner, Reason.ABANDONED)
    assert read(to_text([kept]), NOW)[0].match.outcome == kept.outcome


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (f"[Cautions {2**53}]", ""),
        (f"[Cautions {2**53 + 1}]", "Cautions is too large"),
        (f"[Allowed {2**53}]", ""),
        (f"[Allowed {-(2**53) - 1}]", "Allowed is too large"),
        ("[Hints 1000000]", ""),
        ("[Hints 1000001]", "Hints must be a whole number from 0 to 1,000,000"),
        (f'[First "human:{"a" * 40}"]', ""),
        (f'[First "human:{"a" * 41}"]', "is not a person's name"),
        (f'[First "{"a" * 41}"]', "is not a person's name"),
    ],
)
def test_the_largest_that_may_stand_in_a_game_comes_in_and_one_more_is_refused(line: str, said: str) -> None:
    text = f'[Game "tictactoe"]\n{line}\n\n1. b2 *\n'
    if said:
        with pytest.raises(CoreError, match=f"Line 2: .*{said}"):
            read(text, NOW)
        return
    (kept,) = read(text, NOW)
    assert [game.match for game in read(to_text([kept]), NOW)] == [kept.match]


def refused(text: str, said: str) -> None:
    """Nothing is taken from a text, and the error begins as it should."""
    with pytest.raises(CoreError) as error:
        read(text, NOW)
    assert str(error.value).startswith(said), error.value


def test_a_game_that_is_too_long_is_refused_with_its_line_before_it_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("core.notation.common.MAX_GAME", 200)
    monkeypatch.setattr("core.notation.documents.MAX_GAME", 200)
    short = '[Game "tictactoe"]\nb2 a1\n'
    refused(short * 9 + '[Game "nim:99"]\n\n' + "A1 A1 A1\n" * 30, "Line 41: This game has more than 200 characters")
    one = '{"game": "tictactoe", "moves": ["b2", "a1"]}'
    many = ", ".join(['"A1"'] * 60)
    refused(
        f'[{one},\n{one},\n{{"game": "nim:99", "moves": [{many}]}}]', "Line 3: This game has more than 200 characters"
    )
    assert len(read(f"[{one}" + f",\n{one}" * 8 + "]", NOW)) == 9


def test_json_that_is_broken_far_before_the_end_is_named_with_its_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("core.notation.common.MAX_GAME", 200)
    monkeypatch.setattr("core.notation.documents.MAX_GAME", 200)
    one = '{"game": "tictactoe", "moves": ["b2", "a1"]}'
    refused(f"[{one},\n{one[:-1]},\n" + f"{one},\n" * 50 + "]", "Line 3: This is not valid JSON")
    refused(f"[{one},\n{one[:12]},\n" + f"{one},\n" * 50 + "]", "Line 2: This is not valid JSON")


def test_moves_that_are_said_to_be_reviewed_again_and_again_are_refused() -> None:
    assert read('[Game "tictactoe"]\n[Reviewed "2 1"]\n\nb2 a1\n', NOW)
    refused('[Game "tictactoe"]\n[Reviewed "1-2 1-2"]\n\nb2 a1\n', "Line 2: '1-2 1-2' does not list moves of this game")


def test_lines_may_end_in_every_way() -> None:
    for end in ("\n", "\r\n", "\r"):
        (game,) = read(end.join(['[Game "tictactoe"]', "", "b2 a1", ""]), NOW)
        assert game.moves == "b2 a1"
        refused(end.join(['[Game "tictactoe"]', "", "b2 b2"]), "Line 3: Move 2")


def test_the_lines_of_a_document_are_counted_once_however_many_games_it_has() -> None:
    class Watched(str):
        """A text that knows how much of it was looked through for ends of lines."""

        looked = 0

        def count(self, sub: str, start: Any = 0, end: Any = None, /) -> int:
            Watched.looked += (len(self) if end is None else end) - start
            return super().count(sub, start, end)

    text = Watched("[" + ",\n".join(['{"game": "tictactoe"}'] * 200) + "]")
    document = _Document([])
    document.text = text
    for number in range(1, 201):
        document.skip(1)
        assert document.line == number
        document.skip(len('{"game": "tictactoe"}'))
    assert Watched.looked <= len(text)


def test_names_of_people_are_not_compared_with_those_of_engines(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engines, "get_close_matches", None)
    assert read('[Game "tictactoe"]\n[First "Ana"]\n[Second "Ben:2"]', NOW)[0].players == ("human:Ana", "human:Ben:2")
