"""Which sound is heard, when, and once; and that nothing waits for it."""

from __future__ import annotations

import sys
from array import array
from collections.abc import Callable, Generator
from contextlib import suppress
from itertools import pairwise
from pathlib import Path

import miniaudio
import pytest

from core.game import Player, Reason
from core.play import events
from core.play.events import Event
from core.position import Outcome
from tests.tui.hall import Door, Visit
from tui.hall.sound import RATE, Sound, Sounds, Speaker, open_device, play, play_all, samples, sound_of
from tui.household.settings import SoundWay
from tui.household.surroundings import Surroundings

PEOPLE = ("human", "human")
FIRST: frozenset[Player] = frozenset((0,))
BOTH: frozenset[Player] = frozenset((0, 1))
NOBODY: frozenset[Player] = frozenset()
MOVED = events.Moved(1)


def ended(winner: Player | None) -> events.Ended:
    return events.Ended(Outcome(winner, Reason.LINE, ()))


@pytest.mark.parametrize(
    ("mine", "told", "sound"),
    [
        (FIRST, (MOVED,), Sound.PLACED),
        (FIRST, (MOVED, ended(0)), Sound.WIN),
        (FIRST, (MOVED, ended(1)), Sound.LOSS),
        (FIRST, (MOVED, ended(None)), Sound.DRAW),
        (BOTH, (ended(1),), Sound.WIN),
        (NOBODY, (ended(1),), Sound.WIN),
        (FIRST, (events.TimeUp(0),), Sound.TIME),
        (FIRST, (events.TimeUp(0), MOVED), Sound.TIME),
        (FIRST, (events.TimeUp(0), ended(1)), Sound.LOSS),
        (FIRST, (events.Signal.TAKEN_BACK, events.Signal.NEW_GAME), None),
        (FIRST, (), None),
    ],
)
def test_each_event_has_its_sound_and_of_several_at_once_one_is_heard(
    mine: frozenset[Player], told: tuple[Event, ...], sound: Sound | None
) -> None:
    assert sound_of(mine, told) is sound


def test_no_two_sounds_are_alike() -> None:
    assert len({sound.bells for sound in Sound}) == len({sound.tones for sound in Sound}) == len(Sound)


# The bell.


class Bell:
    """A bell, and a clock that the test moves on."""

    def __init__(self, way: SoundWay) -> None:
        self.rung: list[float] = []
        self.now = 0.0
        self.due: list[tuple[float, Callable[[], None], Stopped]] = []
        self.played: list[Sound] = []
        self.sounds = Sounds(lambda: way, lambda: self.rung.append(self.now), self.later, self)  # type: ignore[arg-type]

    def later(self, seconds: float, what: Callable[[], None]) -> Stopped:
        self.due.append((self.now + seconds, what, Stopped()))
        return self.due[-1][2]

    def play(self, sound: Sound) -> None:
        self.played.append(sound)

    def until(self, now: float) -> None:
        """Let time go by."""
        due = sorted((each for each in self.due if each[0] <= now), key=lambda each: each[0])
        self.due = [each for each in self.due if each[0] > now]
        for self.now, what, stopped in due:
            if not stopped.yes:
                what()
        self.now = now


class Stopped:
    """Whether a timer was stopped."""

    yes = False

    def stop(self) -> None:
        self.yes = True


def test_the_bell_rings_at_the_times_of_the_sound_and_the_first_time_at_once() -> None:
    bell = Bell("bell")
    bell.sounds.make(Sound.WIN)
    assert bell.rung == [0.0]
    bell.until(10)
    assert bell.rung == [0.0, 0.2, 0.4]
    assert bell.played == []


def test_a_new_sound_ends_the_one_before() -> None:
    bell = Bell("bell")
    bell.sounds.make(Sound.LOSS)
    bell.until(0.3)
    bell.sounds.make(Sound.PLACED)
    bell.until(10)
    assert bell.rung == [0.0, 0.3]


def test_off_is_silent_and_tones_ring_no_bell() -> None:
    off, audio = Bell("off"), Bell("audio")
    for bell in (off, audio):
        bell.sounds.make(Sound.WIN)
        bell.sounds.make(None)
        bell.until(10)
        assert bell.rung == []
    assert (off.played, audio.played) == ([], [Sound.WIN])


# The tones.


@pytest.mark.parametrize("sound", Sound)
def test_a_sound_has_the_samples_of_its_tones_begins_and_ends_softly_and_is_short(sound: Sound) -> None:
    found = array("h", samples(sound.tones))
    assert len(found) == sum(round(tone.seconds * RATE) for tone in sound.tones) < RATE
    assert (found[0], found[-1]) == (0, 0)
    assert 8000 < max(found) < 10_000


def test_a_tone_has_its_pitch() -> None:
    (tone,) = Sound.PLACED.tones
    found = array("h", samples((tone,)))
    rising = sum(before < 0 <= after for before, after in pairwise(found))
    assert rising == pytest.approx(tone.hertz * tone.seconds, abs=1.5)


class Tape:
    """A device that keeps what it is given."""

    def __init__(self) -> None:
        self.heard: list[bytes] = []
        self.started = 0

    def start(self, callback_generator: Generator[bytes, int, None]) -> None:
        self.started += 1
        piece = b""
        try:
            while True:
                piece += callback_generator.send(100)
        except StopIteration:
            self.heard.append(piece)

    def stop(self) -> None:
        self.started -= 1


def test_a_device_gets_the_samples_once_and_rests_afterwards() -> None:
    tape = Tape()
    play(Sound.DRAW, tape)
    (heard,) = tape.heard
    assert heard.rstrip(b"\0") == samples(Sound.DRAW.tones).rstrip(b"\0")
    assert tape.started == 0


def test_of_sounds_that_have_come_while_one_was_played_the_last_is_heard() -> None:
    tape = Tape()
    lines = iter([b"PLACED\n", b"PLACED\nTIME\nLOSS\n", b""])
    play_all(tape, lambda: next(lines))
    wanted = [samples(sound.tones).rstrip(b"\0") for sound in (Sound.PLACED, Sound.LOSS)]
    assert [heard.rstrip(b"\0") for heard in tape.heard] == wanted


def test_miniaudio_plays_a_sound_to_its_end_on_its_device_for_nobody() -> None:
    device = open_device([miniaudio.Backend.NULL])
    taken: list[int] = []

    class Counted:
        def start(self, callback_generator: Generator[bytes, int, None]) -> None:
            def counted() -> Generator[bytes, int, None]:
                wanted = yield b""
                with suppress(StopIteration):
                    while piece := callback_generator.send(wanted):
                        taken.append(len(piece))
                        wanted = yield piece

            source = counted()
            next(source)
            device.start(source)

        stop = staticmethod(device.stop)

    play(Sound.PLACED, Counted())
    assert sum(taken) >= len(samples(Sound.PLACED.tones))


# The child.


CHILD = "import os, sys; data = b''.join(iter(lambda: os.read(0, 4096), b'')); open(sys.argv[1], 'wb').write(data)"


def test_the_names_of_sounds_go_to_a_child_that_ends_with_its_input(tmp_path: Path) -> None:
    speaker = Speaker((sys.executable, "-c", CHILD, str(tmp_path / "heard")))
    speaker.play(Sound.PLACED)
    speaker.play(Sound.WIN)
    speaker.close()
    assert speaker.thread
    speaker.thread.join()
    assert (tmp_path / "heard").read_text() == "PLACED\nWIN\n"


@pytest.mark.parametrize("command", [(sys.executable, "-c", ""), ("no-such-program",)])
def test_a_child_that_ends_or_is_not_there_is_silence(command: tuple[str, ...]) -> None:
    speaker = Speaker(command)
    for _ in range(3):
        speaker.play(Sound.PLACED)
    speaker.close()
    assert speaker.thread
    speaker.thread.join()
    speaker.play(Sound.WIN)
    assert not speaker.thread.is_alive()


def test_a_speaker_that_was_never_used_starts_nothing() -> None:
    speaker = Speaker(("no-such-program",))
    speaker.close()
    assert speaker.thread is None


# In the hall.


@pytest.fixture
def rings(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What rings and plays in a hall."""
    heard: list[str] = []
    monkeypatch.setattr("tui.hall.chosen.ChosenApp.bell", lambda app: heard.append("bell"))
    monkeypatch.setattr("tui.hall.sound.Speaker.play", lambda speaker, sound: heard.append(sound.name))
    return heard


async def a_game(visit: Visit) -> None:
    await visit.move("a1", "a2", "b1", "b2", "c1")
    assert visit.moves == "a1 a2 b1 b2 c1"


async def test_a_game_is_silent_until_somebody_wants_to_hear_it(hall: Door, rings: list[str]) -> None:
    async with hall("tictactoe", players=PEOPLE) as visit:
        await a_game(visit)
    assert {"bell", *(sound.name for sound in Sound)}.isdisjoint(rings)


async def test_every_move_is_heard_once_and_the_end_in_place_of_its_move(hall: Door, rings: list[str]) -> None:
    hall.furnish(sound="audio")
    async with hall("tictactoe", players=PEOPLE) as visit:
        await a_game(visit)
        await visit.do("undo")
    assert rings == ["PLACED"] * 4 + ["WIN"]


async def test_whoever_is_served_hears_the_bell_of_his_terminal_and_nothing_at_the_server(
    hall: Door, rings: list[str]
) -> None:
    hall.surroundings = Surroundings(served=True)
    hall.furnish(sound="audio")
    async with hall("tictactoe", players=PEOPLE) as visit:
        await visit.move("a1")
        assert "PLACED" not in rings
        visit.app.choose("sound", "bell")
        rings.clear()
        await visit.move("b1")
    assert rings.count("bell") == 1
