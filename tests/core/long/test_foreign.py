"""Programs from elsewhere as engines: what they choose is played, what they claim is a guess, and how they fail is told.
It takes 10 seconds."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import ClassVar

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core import engines
from core.analysis import Limit
from core.engines.foreign import base
from core.engines.foreign.base import Foreign, Waits
from core.engines.foreign.program import EngineProcess, ProgramFailed
from core.errors import EngineForfeits, UnknownEngine, UnknownGame
from core.games import get
from core.position import Position, play_all
from core.score import Proof, Score
from tests.core.engines_cases import whole
from tests.core.programs import CURT, HASTY, OWN, QUICK, Fake, ask, best, engine, position

Make = Callable[..., Foreign]


@pytest.fixture
def make() -> Iterator[Make]:
    """Engines of their own, whose programs end with the test."""
    made: list[Foreign] = []

    def keep(protocol: str, command: str, waits: Waits = QUICK) -> Foreign:
        made.append(engine(protocol, command, waits))
        return made[-1]

    yield keep
    for kept in made:
        kept.close()


DEEP = Limit(depth=9)
"""As far as the end of the game wherever a test asks for what is true, however long that takes."""


# --- names


def test_a_command_keeps_its_case_and_its_spaces() -> None:
    command = f"{shlex.quote(sys.executable)} -c 'Print  X'"
    assert engines.check(f" GOMOCUP: {command} ") == f"gomocup:{command}"
    assert engines.get(f"ugi:{command}") is engines.get(f"UGI:{command}")
    assert engines.get(f"ugi:{command}").name == f"ugi:{command}"


@pytest.mark.parametrize(
    ("name", "part"),
    [
        ("gomocup:", "There is no command after gomocup:"),
        ("ugi:  ", "There is no command after ugi:"),
        ("ugi:'open", "A quotation mark is not closed"),
        ("telepathy:./engine", "There is no engine"),
    ],
)
def test_a_name_that_starts_nothing_is_refused(name: str, part: str) -> None:
    with pytest.raises(UnknownEngine, match=part):
        engines.check(name)


def test_a_program_that_is_gone_is_refused_where_it_is_to_play_and_may_still_be_named() -> None:
    name = engines.check("pons:./No-Such-Program -x")
    with pytest.raises(UnknownEngine, match=r"'[.]/No-Such-Program' is not a program"):
        engines.admit(name, get("connect-four"))
    with pytest.raises(UnknownGame, match="pons is for connect-four"):
        engines.admit(name, get("nim:3"))
    engines.admit("alphabeta", get("nim:3"))


@pytest.mark.parametrize(
    ("protocol", "game"), [("gomocup", "mnk:15,15,5"), ("pons", "gomoku"), ("codingame", "ultimate")]
)
def test_a_protocol_that_has_no_words_for_the_game_is_refused_before_anything_starts(
    protocol: str, game: str, make: Make, tmp_path: Path
) -> None:
    fake = Fake(tmp_path, "")
    with pytest.raises(UnknownGame, match=f"The protocol {protocol} is for .*, not for {game}"):
        ask(make(protocol, fake.command), position(game))
    assert not fake.log.exists()


# --- our own other end


@pytest.mark.parametrize(
    ("protocol", "game", "served", "moves", "expected"),
    [
        ("ugi", "tictactoe", "tictactoe", "a1 a2 b1 b2", "c1"),
        ("ugi", "nim:3,4,5", "tictactoe", "", "A2"),  # the only winning first move
        ("gomocup", "gomoku", "gomoku/19", "a8 a1 b8 c1 c8 e1 d8 g1", "e8"),
        ("codingame", "ultimate/count", "ultimate/count", "5.1", None),
        ("pons", "connect-four", "connect-four", "", "4"),
        ("pons", "connect-four", "connect-four", "1 2 1 2 1 2", "1"),
    ],
)
def test_the_hall_plays_against_itself_by_every_protocol(
    protocol: str, game: str, served: str, moves: str, expected: str | None, make: Make
) -> None:
    asked = make(protocol, f"{OWN} {served} --protocol {protocol}")
    where = position(game, moves)
    name = best(ask(asked, where, DEEP))
    assert expected in (name, None)


def test_all_scores_of_a_solver_are_taken_over(make: Make) -> None:
    asked = make("pons", f"{OWN} connect-four --protocol pons --all")
    analysis = ask(asked, position("connect-four", "1 2 1 2 1 2"))
    assert best(analysis) == "1"
    (second,) = {line.score.value for line in analysis.lines if analysis.position.name(line.move) == "2"}
    assert (
        second < 0
    )  # three stay open in column 1 for a third player of nobody, and the first player has missed his win


def test_proofs_of_a_program_are_shown_as_guesses(make: Make) -> None:
    program = make("ugi", f"{OWN} tictactoe")
    won = ask(program, position("tictactoe", "a1 a2 b1 b2"), DEEP)
    assert best(won) == "c1"
    assert won.lines[0].score == Score.estimate(1)
    assert won.nodes > 0
    lost = ask(program, position("tictactoe", "a1 b1 b2 c3 a3"), DEEP)
    assert [line.score.value for line in lost.lines] == pytest.approx([-1] * 4, abs=0.01)
    assert {line.score.proof for line in lost.lines} == {Proof.ESTIMATE}


# --- one program for a whole game

UGI = """
while True:
    word, *rest = read().split()
    if word == "ugi":
        say("id name fake"); say("ugiok")
    elif word == "isready":
        say("readyok")
    elif word == "go":
        {go}
"""


def ugi(go: str) -> str:
    return UGI.replace("{go}", go)


def test_a_program_is_started_once_and_told_each_position_and_limit(make: Make, tmp_path: Path) -> None:
    fake = Fake(tmp_path, ugi('say("bestmove c3", "\\r\\n")'))
    asked = make("ugi", fake.command)
    assert best(ask(asked, position("tictactoe"), Limit(seconds=1.5))) == "c3"
    assert best(ask(asked, position("tictactoe", "a1 b2"), Limit(depth=3, nodes=70))) == "c3"
    assert fake.heard == [
        *("started", "ugi"),
        *("newgame tictactoe", "position startpos", "isready", "go movetime 1500"),
        *("newgame tictactoe", "position X../.O./...", "isready", "go movetime 100000 depth 3 nodes 70"),
    ]


def test_values_out_of_range_and_lines_that_cannot_be_played_are_left_out(make: Make, tmp_path: Path) -> None:
    talk = "; ".join(
        f"say({line!r})"
        for line in (
            "info depth x nodes 9999999999999999999 move b2 value 7",
            "info move b2 value nan pv b2",
            "info move z9 value 0.5 pv z9",
            "info move a1 value 0.5 pv a1 a1 b2",
            "info move c1 value",
            "info string hello",
            "info",
            "bestmove c3",
        )
    )
    analysis = ask(make("ugi", Fake(tmp_path, ugi(talk)).command), position("tictactoe"))
    assert best(analysis) == "c3"
    assert analysis.depth == analysis.nodes == 0


# --- failing


@pytest.mark.parametrize(
    ("go", "reason"),
    [
        ("sys.exit(3)", "it ended with exit code 3"),
        ("os.close(1); time.sleep(60)", "it closed its input or output"),
        ('say("bestmove a1")', r"it answered 'a1' \(a1 is taken; play an empty square\)"),
        ('say("bestmove (none)")', r"it answered '\(none\)'"),
        ('say("bestmove")', "it answered ''"),
        ('say("\\x00\\x01 what")', r"it answered '\\x00\\x01 what' instead of a best move"),
        ('sys.stdout.buffer.write(bytes(range(256)) * 999 + b"\\n"); sys.stdout.flush()', "instead of a best move"),
        ('say("x" * 200000)', "instead of a best move"),
    ],
)
def test_a_program_that_fails_forfeits_and_is_started_anew(go: str, reason: str, make: Make, tmp_path: Path) -> None:
    fake = Fake(tmp_path, ugi(go))
    asked = make("ugi", fake.command)
    for _ in range(2):
        with pytest.raises(EngineForfeits, match=reason) as failure:
            ask(asked, position("tictactoe", "a1"))
        assert str(failure.value).startswith(f"ugi:{fake.command} forfeits: it ")
    assert fake.heard.count("started") == 2


def test_a_program_that_says_no_to_the_game_forfeits(make: Make, tmp_path: Path) -> None:
    fake = Fake(tmp_path, ugi("pass").replace('say("readyok")', 'say("info string No such game."); say("readyok")'))
    with pytest.raises(EngineForfeits, match="it refuses: No such game"):
        ask(make("ugi", fake.command), position("tictactoe"))


@pytest.mark.parametrize("protocol", ["ugi", "gomocup", "codingame", "pons"])
def test_a_silent_program_forfeits_when_its_time_is_over(protocol: str, make: Make, tmp_path: Path) -> None:
    games = {"ugi": "tictactoe", "gomocup": "gomoku", "codingame": "ultimate/count", "pons": "connect-four"}
    greeting = {"ugi": "read(); say('ugiok'); read(); read(); read(); say('readyok')", "gomocup": "read(); say('OK')"}
    fake = Fake(tmp_path, f"{greeting.get(protocol, 'pass')}\nwhile True: read()")
    asked = make(protocol, fake.command, HASTY)
    if protocol == "codingame":
        asked.waits = Waits(margin=-0.95)
    with pytest.raises(EngineForfeits, match="it did not answer in time"):
        ask(asked, position(games[protocol]))
    assert asked._program is None


@pytest.mark.parametrize(
    ("protocol", "greeting", "chatter", "reason"),
    [
        ("ugi", "read(); say('ugiok'); read(); read(); read(); say('readyok')", "info string x", "answer in time"),
        ("gomocup", "read(); say('OK')", "MESSAGE x", "answer in time"),
        # Every suggestion is answered, and nobody reads that.
        ("gomocup", "read(); say('OK')", "SUGGEST 1,1", "answer in time|does not read"),
    ],
)
def test_a_program_that_chatters_without_end_forfeits_when_its_time_is_over(
    protocol: str, greeting: str, chatter: str, reason: str, make: Make, tmp_path: Path
) -> None:
    fake = Fake(tmp_path, f"{greeting}\nwhile True: say({chatter!r})")
    asked = make(protocol, fake.command, HASTY)
    with pytest.raises(EngineForfeits, match=reason):
        ask(asked, position("tictactoe" if protocol == "ugi" else "gomoku"))


def test_a_program_that_reads_nothing_of_what_it_is_told_holds_nobody_up(tmp_path: Path) -> None:
    program = EngineProcess(shlex.split(Fake(tmp_path, "time.sleep(600)").command))
    with pytest.raises(ProgramFailed, match="does not read its input"):
        program.send("x" * 10_000_000)
    program.kill()


def test_a_program_that_cannot_be_started_forfeits(make: Make, tmp_path: Path) -> None:
    script = tmp_path / "no-program"
    script.write_bytes(b"\x00\x01")
    script.chmod(0o755)
    with pytest.raises(EngineForfeits, match="it cannot be started"):
        ask(make("ugi", str(script)), position("tictactoe"))


# --- stopping


def stopper(fake: Fake, line: str) -> Callable[[], bool]:
    """Wants an end once the program has heard a line."""
    return lambda: fake.log.exists() and line in fake.heard


def test_a_program_that_is_told_to_stop_may_still_answer_and_is_kept(make: Make, tmp_path: Path) -> None:
    fake = Fake(tmp_path, ugi('pass\n    elif word == "stop":\n        say("bestmove b2")'))
    asked = make("ugi", fake.command)
    assert best(ask(asked, position("tictactoe"), Limit(), stopper(fake, "go movetime 100000"))) == "b2"
    assert asked._program is not None


@pytest.mark.parametrize("protocol", ["ugi", "gomocup"])
def test_a_program_that_does_not_stop_is_killed_and_every_move_gets_a_line(
    protocol: str, make: Make, tmp_path: Path
) -> None:
    fake = Fake(tmp_path, ugi("pass") if protocol == "ugi" else "read(); say('OK')\nwhile True: read()")
    asked = make(protocol, fake.command, CURT)
    where = position("tictactoe" if protocol == "ugi" else "gomoku")
    last = "go movetime 100000" if protocol == "ugi" else "BEGIN"
    analysis = ask(asked, where, Limit(), stopper(fake, last))
    whole(analysis)
    assert {line.score.value for line in analysis.lines} == {0.0}
    assert asked._program is None


# --- CodinGame


def test_a_program_of_codingame_follows_both_sides_of_a_game_and_no_other(make: Make, tmp_path: Path) -> None:
    fake = Fake(
        tmp_path,
        """
while True:
    read()
    moves = [read() for _ in range(int(read()))]
    say(moves[0] + " good luck")
""",
    )
    asked = make("codingame", fake.command)
    where = Position.start(get("ultimate/count"))
    for _ in range(6):
        analysis = ask(asked, where)
        best(analysis)
        where = where.play(analysis.lines[0].move)
    assert fake.heard.count("started") == 2
    assert fake.heard.count("-1 -1") == 1
    with pytest.raises(EngineForfeits, match="it can only follow a game from its first move"):
        ask(asked, position("ultimate/count", "5.5 5.1 1.1"))


# --- the line form


@pytest.mark.parametrize("moves", ["", "4 4 4 4 4 3 2 2", "1 2 3 4 5 6 7 7 6 5 4 3 2 1", "1 1 1 1 1 1 2 2 2"])
def test_any_order_of_moves_leads_to_the_position(moves: str) -> None:
    from core.engines.foreign.pons import line_of
    from core.games.connect_four import ConnectFour

    where = position("connect-four", moves)
    assert isinstance(where.game, ConnectFour)
    line = line_of(where.game, where)
    assert play_all(where.game, " ".join(line))[1] == where


@pytest.mark.parametrize("answer", ["hello", "1", "{line} x", "{line} 1 2", "Line 1: no"])
def test_a_solver_that_answers_nonsense_forfeits(answer: str, make: Make, tmp_path: Path) -> None:
    fake = Fake(tmp_path, f"while True:\n    line = read(); say({answer!r}.format(line=line))")
    with pytest.raises(EngineForfeits, match=r"it answered .* to 4"):
        ask(make("pons", fake.command), position("connect-four", "4"))


# --- anything at all


class Babbler:
    """A program that says what it is given to say, whatever it hears, and then ends."""

    lines: ClassVar[list[str]] = []

    def __init__(self, command: Sequence[str], folder: str | None) -> None:
        self._left = [*self.lines]

    def send(self, *lines: str, end: str = "") -> None:
        pass

    def forget(self) -> None:
        pass

    def kill(self) -> None:
        pass

    def read(self, left: Callable[[], float]) -> str:
        if not self._left:
            raise ProgramFailed("ended")
        return self._left.pop(0)


SPOKEN = st.sampled_from(
    [
        *(
            "ugiok",
            "readyok",
            "bestmove b2",
            "bestmove",
            "info depth 3 move b2 value 0.5 pv b2 a1",
            "info pv",
            "info string x",
        ),
        *(
            "OK",
            "7,7",
            "3,3 4,4 5,5",
            "SWAP",
            "ERROR x",
            "UNKNOWN BOARD",
            "MESSAGE",
            "SUGGEST",
            "SUGGEST 1,1",
            "UNKNOWN",
        ),
        *("4 4", "8 9", "4 4 hello", " 1", "1 1", "1 x", "1 1 1 1 1 1 1 1", "2 -1000", "\x00", "٣,٣", "٣ ٣"),
    ]
)


@pytest.mark.parametrize(
    ("protocol", "game"),
    [
        ("ugi", "tictactoe"),
        ("gomocup", "gomoku"),
        ("gomocup", "gomoku/swap2"),
        ("codingame", "ultimate/count"),
        ("pons", "connect-four"),
    ],
)
@given(lines=st.lists(SPOKEN | st.text(min_size=1, max_size=8).filter(str.strip), max_size=8))
@settings(max_examples=40)
def test_whatever_a_program_says_is_a_legal_move_or_a_forfeit(protocol: str, game: str, lines: list[str]) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(base, "EngineProcess", Babbler)
        patch.setattr(
            Babbler, "lines", ["OK"] * (protocol == "gomocup") + ["ugiok", "readyok"] * (protocol == "ugi") + lines
        )
        asked = engine(protocol, "anything")
        try:
            best(ask(asked, position(game)))
        except EngineForfeits as error:
            told = str(error)
        else:
            told = ""
    assert told.isprintable()
