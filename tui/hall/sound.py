"""Sounds: which one an event makes is a pure function; :class:`Sounds` lets it be heard, by the terminal's bell or as tones.

Tones are computed, and played by ``miniaudio``, an optional dependency (``triqui[sound]``), in a process of its own: nothing
waits for a device, and what the system's library writes about one that is not there goes nowhere. Without miniaudio or a
device there is silence. The child, ``python -P -m tui.hall.sound``, reads the names of sounds, a line each, and ends with its
input.
"""

from __future__ import annotations

import os
import subprocess
import threading
from array import array
from collections.abc import Callable, Generator, Iterable
from contextlib import suppress
from enum import Enum
from math import pi, sin
from queue import SimpleQueue
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from core.game import Player
from core.subprocesses import command_of
from tui.household.settings import SoundWay

if TYPE_CHECKING:
    from core.play.events import Event
    from core.play.source import Source

COMMAND = command_of("tui.hall.sound")
RATE = 22_050
"""Samples a second."""
LOUD = 9_000
"""The largest sample, of 32,767."""


class Tone(NamedTuple):
    """``hertz`` for ``seconds``; 0 is silence."""

    hertz: float
    seconds: float


class Sound(Enum):
    """What can be heard, the more important later. ``bells`` are the seconds after which the terminal's bell rings, ``tones``
    follow on each other."""

    PLACED = (0.0,), (Tone(660, 0.06),)
    TIME = (0.0, 0.12, 0.24, 0.36), (Tone(880, 0.08), Tone(0, 0.05), Tone(880, 0.08))
    DRAW = (0.0, 0.4), (Tone(440, 0.15), Tone(0, 0.05), Tone(440, 0.25))
    LOSS = (0.0, 0.6), (Tone(392, 0.15), Tone(330, 0.15), Tone(262, 0.3))
    WIN = (0.0, 0.2, 0.4), (Tone(523, 0.12), Tone(659, 0.12), Tone(784, 0.3))

    def __init__(self, bells: tuple[float, ...], tones: tuple[Tone, ...]) -> None:
        self.bells = bells
        self.tones = tones


def sound_of(mine: frozenset[Player], told: Iterable[Event]) -> Sound | None:
    """What somebody hears who plays the seats ``mine`` when this has happened at once: the most important of its sounds.
    Who plays one seat can lose; everybody else hears that a game is won."""
    heard = [sound for event in told if (sound := _sound(mine, event))]
    return max(heard, key=list(Sound).index, default=None)


def _sound(mine: frozenset[Player], event: Event) -> Sound | None:
    from core.play import events  # which only games need

    match event:
        case events.Ended(outcome) if outcome.winner is None:
            return Sound.DRAW
        case events.Ended(outcome):
            return Sound.LOSS if len(mine) == 1 and outcome.winner not in mine else Sound.WIN
        case events.TimeUp():
            return Sound.TIME
        case events.Moved():
            return Sound.PLACED
        case _:
            return None


class Timer(Protocol):
    """Something that will be done, unless it is stopped."""

    def stop(self) -> None:
        """Leave it."""


class Sounds:
    """Lets games be heard. ``way`` is how, asked each time; ``ring`` rings the bell, ``later(seconds, what)`` does something
    then, and ``speaker`` plays tones."""

    def __init__(
        self,
        way: Callable[[], SoundWay],
        ring: Callable[[], None],
        later: Callable[[float, Callable[[], None]], Timer],
        speaker: Speaker,
    ) -> None:
        self._way = way
        self._ring = ring
        self._later = later
        self._speaker = speaker
        self._rings: list[Timer] = []

    def close(self) -> None:
        """Be silent from now on."""
        self._speaker.close()

    def follow(self, source: Source) -> None:
        """Let a game be heard."""
        source.listen(lambda state, told: self.make(sound_of(source.mine, told)))

    def make(self, sound: Sound | None) -> None:
        """Make a sound; what is left of the one before is left out."""
        if sound is None:
            return
        way = self._way()
        if way == "audio":
            self._speaker.play(sound)
        elif way == "bell":
            for ring in self._rings:
                ring.stop()
            self._ring()
            self._rings = [self._later(seconds, self._ring) for seconds in sound.bells[1:]]


class Speaker:
    """Plays sounds in a process that is started with the first of them; once that has ended there is silence."""

    def __init__(self, command: Iterable[str] = COMMAND) -> None:
        self._command = list(command)
        self._wanted: SimpleQueue[Sound | None] = SimpleQueue()
        self.thread: threading.Thread | None = None

    def play(self, sound: Sound) -> None:
        """Play a sound; returns at once."""
        if self.thread is None:  # which waits for the child, so that nobody else need
            self.thread = threading.Thread(target=self._tell, daemon=True)
            self.thread.start()
        self._wanted.put(sound)

    def close(self) -> None:
        """Play no more; the child ends with the sound that it plays."""
        self._wanted.put(None)

    def _tell(self) -> None:
        pipe, nowhere = subprocess.PIPE, subprocess.DEVNULL
        with (
            suppress(OSError),  # it cannot be started, or has no device and has ended
            subprocess.Popen(
                self._command, stdin=pipe, stdout=nowhere, stderr=nowhere, start_new_session=True
            ) as child,
        ):
            assert child.stdin
            while sound := self._wanted.get():
                child.stdin.write(f"{sound.name}\n".encode())
                child.stdin.flush()


# The child.


class Device(Protocol):
    """What plays samples, as a playback device of miniaudio does."""

    def start(self, callback_generator: Generator[bytes, int, None]) -> None:
        """Play what a generator gives that is sent how many frames are wanted, until it ends."""

    def stop(self) -> None:
        """Play no more."""


def samples(tones: Iterable[Tone]) -> bytes:
    """Tones as samples of 16 bits, each with a soft begin and end."""
    found = array("h")
    edge = RATE // 200
    for hertz, seconds in tones:
        count = round(seconds * RATE)
        loud = (LOUD * min(1.0, i / edge, (count - 1 - i) / edge) for i in range(count))
        found.extend(round(each * sin(2 * pi * hertz * i / RATE)) for i, each in enumerate(loud))
    return found.tobytes()


def play(sound: Sound, device: Device) -> None:
    """Play a sound to its end."""
    ended = threading.Event()
    source = _frames(samples(sound.tones), ended)
    next(source)
    device.start(source)
    ended.wait(2 + sum(tone.seconds for tone in sound.tones))  # a device that is taken away asks for no more
    device.stop()


def _frames(data: bytes, ended: threading.Event) -> Generator[bytes, int, None]:
    """The data in pieces of as many frames as are asked for, and then silence for as long as the last takes to be heard."""
    wanted = yield b""
    at = 0
    while at < len(data):
        piece = data[at : at + 2 * wanted]
        at += 2 * wanted
        wanted = yield piece.ljust(2 * wanted, b"\0")
    yield bytes(2 * wanted)
    ended.set()


def open_device(backends: list[Any] | None = None) -> Device:
    """The usual device of the machine, or one of some backends of miniaudio. Raises ImportError, and MiniaudioError."""
    import miniaudio

    device: Device = miniaudio.PlaybackDevice(
        miniaudio.SampleFormat.SIGNED16, 1, RATE, buffersize_msec=60, backends=backends, app_name="triqui"
    )
    return device


def play_all(device: Device, read: Callable[[], bytes]) -> None:
    """Play what is read until there is nothing more: of several sounds that have come meanwhile the last."""
    while names := read().split():
        play(Sound[names[-1].decode()], device)


def main() -> None:
    """Play on the machine's usual device what comes on stdin."""
    play_all(open_device(), lambda: os.read(0, 4096))
