"""The process of a study: ``python -P -m core.study.child`` reads a question and writes studies, each after its length.

Both are pickled, since both sides are the same program. The process ends with its input, however the parent dies.
"""

from __future__ import annotations

import os
import pickle
import sys
import threading
from typing import NoReturn

from core.errors import CoreError
from core.players.worker.child import stand_back
from core.study import studies

LENGTH_BYTES = 8


def main() -> NoReturn:
    """Answer the question of stdin, and wait for the end of stdin."""
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # a stray print goes to stderr and harms nothing
    stand_back()
    question = pickle.load(sys.stdin.buffer)
    reader = threading.Thread(target=_wait_for_the_end)
    reader.start()

    def tell(said: object) -> None:
        text = pickle.dumps(said)
        answers.write(len(text).to_bytes(LENGTH_BYTES) + text)
        answers.flush()

    try:
        for study in studies(question):
            tell(study)
    except CoreError as error:
        tell(error.phrase)
    answers.close()
    reader.join()
    sys.exit()


def _wait_for_the_end() -> NoReturn:
    sys.stdin.buffer.read()
    os._exit(0)
