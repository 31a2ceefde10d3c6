"""The program that an engine serves: the lines it writes, where it reads, and the clock both look at."""

from __future__ import annotations

import codecs
import os
import sys
import threading
from collections import deque
from collections.abc import Callable, Collection, Iterable, Iterator

from core.errors import CoreError


class Peer:
    """Lines in and lines out. A thread of its own reads, so that a search can hear that it is to stop.

    ``write`` gets one line at a time, without its end; ``complain`` a sentence where the protocol has no words for it;
    ``clock`` gives seconds.
    """

    def __init__(
        self,
        lines: Iterable[str],
        write: Callable[[str], None],
        clock: Callable[[], float],
        complain: Callable[[str], None] = lambda sentence: print(sentence, file=sys.stderr, flush=True),
    ) -> None:
        self.write = write
        self.clock = clock
        self.complain = complain
        self._lines: deque[str] = deque()
        self._ended = False
        self._news = threading.Condition()
        threading.Thread(target=self._read, args=(lines,), daemon=True).start()

    def _read(self, lines: Iterable[str]) -> None:
        try:
            for line in lines:
                with self._news:
                    self._lines.append(line.rstrip())
                    self._news.notify()
        finally:
            with self._news:
                self._ended = True
                self._news.notify()

    def take(self, whole: bool = False) -> str | None:
        """The next line that is not empty, without blanks around it; if ``whole`` the next line, empty or not, with the blanks
        in front of it. None at the end. Waits for it."""
        while True:
            with self._news:
                self._news.wait_for(lambda: self._lines or self._ended)
                if not self._lines:
                    return None
                line = self._lines.popleft()
            if line or whole:
                return line if whole else line.lstrip()

    def take_if(self, line: str) -> bool:
        """Take the next line if it is there and is this one."""
        with self._news:
            if not self._lines or self._lines[0].lstrip() != line:
                return False
            self._lines.popleft()
            return True

    @property
    def ended(self) -> bool:
        """Whether the input has ended; lines may wait still."""
        return self._ended

    def wants(self, words: Collection[str]) -> bool:
        """Whether a line waits that begins with one of these words in small letters, or the end does."""
        if not self._lines and not self._ended:
            return False
        with self._news:
            return self._ended or any(line.lstrip().partition(" ")[0].lower() in words for line in self._lines)


def lines_of(descriptor: int) -> Iterator[str]:
    """The lines of an open file as they come. No lock of Python's is held while it waits, so that
    the process can end meanwhile."""
    decode = codecs.getincrementaldecoder("utf-8")("replace").decode
    begun = ""
    while chunk := os.read(descriptor, 1 << 16):
        *whole, begun = (begun + decode(chunk)).split("\n")
        yield from whole
    if begun:
        yield begun


def sentence(error: CoreError) -> str:
    """What an error says, on one line."""
    return "".join(character if character.isprintable() else " " for character in str(error))
