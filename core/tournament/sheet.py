"""The file of a tournament, which is all there is of it: one line of JSON for the plan, then one for each game that is over::

    {"tournament": 1, "game": "tictactoe", "players": ["best:1", "best:2"], "games": 100, ...}
    {"number": 1, "seconds": [0.01, 0.02], "nodes": [210, 312], "played": {"game": "tictactoe", "first": ..., "moves": [...]}}

``files`` of the plan has the SHA-256 of each Python player's file: with another content it would be another player.
``played`` is a game as :mod:`core.notation.documents` writes it. Each line is on the disk before the next game is counted.
A last line without its end was torn by a power cut or a kill: readers skip it, and resuming the tournament removes it.
"""

from __future__ import annotations

import json
import os
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Any, BinaryIO

from core import engines
from core.errors import CoreError
from core.notation.common import BadGames, at
from core.notation.documents import document, from_document
from core.phrase import Phrase
from core.store.rows import Stored
from core.tournament.bout import PlayedGame
from core.tournament.plan import TournamentPlan

VERSION = 1
"""Of the lines; a later one may say more."""
_MAX_BYTES = 1 << 20
"""Of a line; the first, a plan with all its openings, is the longest."""


class BadSheet(CoreError):
    """A file that cannot be read or written, or is not that of this tournament."""


class Reader:
    """What a file says, as far as it is written: each call of :meth:`read` gives the games that have come since the last."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.plan: TournamentPlan | None = None
        self.files: dict[str, str] = {}
        """By Python player the SHA-256 of its file when the tournament began."""
        self.end = 0
        """Behind the last whole line that was read."""
        self._line = 0
        self._numbers: set[int] = set()

    def read(self) -> list[PlayedGame]:
        """The games that are new. Raises BadSheet, naming the line and what to do."""
        found = []
        try:
            with open(self.path, "rb") as file:
                file.seek(self.end)
                while (raw := file.readline(_MAX_BYTES)).endswith(b"\n"):
                    self._line += 1
                    self.end += len(raw)
                    if self.plan is None:
                        self.plan = self._plan(raw)
                    elif (played := self._played(raw, self.plan)).number not in self._numbers:
                        self._numbers.add(played.number)
                        found.append(played)
        except OSError as error:
            raise self._unreadable(error) from error
        if len(raw) == _MAX_BYTES:
            self._line += 1
            raise self._broken(
                CoreError("This line has more than {most} characters, the maximum.", most=f"{_MAX_BYTES:,}")
            )
        return found

    def read_plan(self) -> TournamentPlan | None:
        """The plan alone, None where nothing is written yet. Raises BadSheet."""
        try:
            with open(self.path, "rb") as file:
                raw = file.readline(_MAX_BYTES)
        except OSError as error:
            raise self._unreadable(error) from error
        return self._plan(raw) if raw.endswith(b"\n") else None

    def _plan(self, raw: bytes) -> TournamentPlan:
        try:
            values = json.loads(raw)
            version = values["tournament"]
        except (ValueError, KeyError, TypeError, RecursionError) as error:
            raise BadSheet(
                "{file} is not the file of a tournament; give one that 'triqui tournament' wrote, or a new name.",
                file=repr(str(self.path)),
            ) from error
        if version != VERSION:
            raise BadSheet(
                "Another version of triqui wrote {file}; read it with that version.", file=repr(str(self.path))
            )
        try:
            plan = TournamentPlan.from_json(values)
            plan.check()
            self.files = dict(values.get("files", {}))
        except CoreError as error:
            raise self._broken(error) from error
        except (TypeError, ValueError) as error:
            raise self._broken(CoreError("This is not the plan of a tournament.")) from error
        return plan

    def _played(self, raw: bytes, plan: TournamentPlan) -> PlayedGame:
        try:
            values = json.loads(raw)
            game = from_document(values["played"], self._line, 0.0)
            number, (x, o), (a, b) = values["number"], values["seconds"], values["nodes"]
            forfeit = values.get("forfeit")
            if type(number) is not int or not 1 <= number <= plan.length or game.game != plan.game:
                raise ValueError(number)
            if game.match.outcome is None:
                raise ValueError(game.moves)
            times = float(x), float(o)
            nodes = int(a), int(b)
        except BadGames as error:
            raise BadSheet("{file}: {reason}", file=repr(str(self.path)), reason=error.phrase) from error
        except (ValueError, KeyError, TypeError, RecursionError, OverflowError) as error:
            raise self._broken(CoreError("This is not a game of the tournament.")) from error
        said = None if forfeit is None else Phrase("{reason}", {"reason": str(forfeit)})
        return PlayedGame(number, game.match, game.started, game.updated, times, nodes, said)

    def _unreadable(self, error: OSError) -> BadSheet:
        return BadSheet(
            "{file} cannot be read ({reason}); give the file of a tournament.",
            file=repr(str(self.path)),
            reason=error.strerror,
        )

    def _broken(self, error: CoreError) -> BadSheet:
        reason = at(self._line, error).phrase
        return BadSheet("{file}: {reason}", file=repr(str(self.path)), reason=reason)


class Sheet:
    """A file to which games are written; ``games`` are those that it had already. Nobody else writes to it meanwhile."""

    def __init__(self, path: Path, plan: TournamentPlan) -> None:
        """Begin a file, or go on with one of the same plan. Raises BadSheet."""
        self.path = path
        self.plan, self._files = plan, _digests(plan)
        files = {"files": self._files} if self._files else {}
        head = _line({"tournament": VERSION, **plan.to_json(), **files})
        if len(head) > _MAX_BYTES:
            raise BadSheet("The openings have more than {most} characters; use fewer.", most=f"{_MAX_BYTES:,}")
        try:
            self._file: BinaryIO = open(path, "a+b")  # noqa: SIM115 (closed by close)
        except OSError as error:
            raise BadSheet(
                "{file} cannot be opened ({reason}); choose a file in a folder that you can write to.",
                file=repr(str(path)),
                reason=error.strerror,
            ) from error
        try:
            self._lock()
            reader = Reader(path)
            self.games = [] if self._only_begun(head) else reader.read()
            if reader.plan not in (None, plan):
                raise BadSheet(
                    "{file} has another tournament; give the right file, or a new name.", file=repr(str(path))
                )
            self._end = reader.end
            self._cut()
            if reader.plan is None:
                self._append(head)
            elif len(self.games) < plan.length:
                self._check_files(reader.files)
        except BaseException:
            self._file.close()
            raise

    def close(self) -> None:
        """Let others write to it."""
        self._file.close()

    def __enter__(self) -> Sheet:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def keep(self, played: PlayedGame) -> None:
        """Write a game, and wait until it is on the disk. Raises BadSheet; the file is then as it was."""
        self._check_files(_digests(self.plan))
        game = Stored.of(played.match, played.started, played.ended)
        values: dict[str, Any] = {
            "number": played.number,
            "seconds": [round(seconds, 4) for seconds in played.seconds],
            "nodes": list(played.nodes),
            "played": document(game),
        }
        if played.forfeit:
            values["forfeit"] = str(played.forfeit)
        self._append(_line(values))

    def _check_files(self, others: dict[str, str]) -> None:
        """Raises BadSheet unless the Python players have the same content."""
        for text, digest in self._files.items():
            if others.get(text) != digest:
                raise BadSheet(
                    "{player} has changed since the tournament began; start a new one.",
                    player=engines.facts(text).title,
                )

    def _append(self, line: bytes) -> None:
        try:
            self._file.write(line)
            self._file.flush()
            os.fsync(self._file.fileno())
        except OSError as error:
            with suppress(OSError):
                self._cut()
            raise self._unwritten(error) from error
        self._end += len(line)

    def _cut(self) -> None:
        """Take away what stands behind the last whole line."""
        os.ftruncate(self._file.fileno(), self._end)

    def _only_begun(self, head: bytes) -> bool:
        """Whether nothing is in the file but a part of the first line."""
        self._file.seek(0)
        there = self._file.readline(_MAX_BYTES)
        if not there.endswith(b"\n") and not head.startswith(there):
            raise BadSheet(
                "{file} is not the file of a tournament; give one that 'triqui tournament' wrote, or a new name.",
                file=repr(str(self.path)),
            )
        return not there.endswith(b"\n")

    def _lock(self) -> None:
        try:
            import fcntl
        except ImportError:  # where files are not locked so
            return
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            raise BadSheet(
                "Another triqui is playing {file}; wait for it, or choose another file.",
                file=repr(str(self.path)),
            ) from error

    def _unwritten(self, error: OSError) -> BadSheet:
        return BadSheet(
            "{file} cannot be written ({reason}); its games are safe: free some space, and continue with --resume.",
            file=repr(str(self.path)),
            reason=error.strerror,
        )


def _digests(plan: TournamentPlan) -> dict[str, str]:
    """By Python player the SHA-256 of its file. Raises UnknownEngine."""
    files = {text: file for text in plan.players if (file := engines.python_file(text))}
    if not files:
        return {}
    from core.engines.foreign import shapes

    return {text: shapes.read(file).digest for text, file in files.items()}


def _line(values: dict[str, Any]) -> bytes:
    return json.dumps(values, separators=(",", ":")).encode() + b"\n"
