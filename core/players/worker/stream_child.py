"""A process that does one piece of work: ``python -P -m core.players.worker.stream_child`` reads a function and writes the
values that it yields, each after its length.

All is pickled, since both sides are the same program. The process ends with its input, however the parent dies.
"""

from __future__ import annotations

import os
import pickle
import sys
import threading
from typing import NoReturn

from core.errors import CoreError
from core.players.worker.child import stand_back

LENGTH_BYTES = 8


def main() -> NoReturn:
    """Do the work of stdin, and wait for the end of stdin."""
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # a stray print goes to stderr and harms nothing
    stand_back()
    work = pickle.load(sys.stdin.buffer)
    reader = threading.Thread(target=_wait_for_the_end)
    reader.start()

    def tell(said: object) -> None:
        text = pickle.dumps(said)
        answers.write(len(text).to_bytes(LENGTH_BYTES) + text)
        answers.flush()

    try:
        for said in work():
            tell(said)
    except CoreError as error:
        tell(error.phrase)
    answers.close()
    reader.join()
    sys.exit()


def _wait_for_the_end() -> NoReturn:
    sys.stdin.buffer.read()
    os._exit(0)
