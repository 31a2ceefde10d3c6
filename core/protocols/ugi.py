"""The hall's own protocol, modelled on UGI, for every game. Each line is a command::

    ugi                                      id name .., id author .., option name .., ugiok
    isready                                  readyok, while a search goes on too, once all lines before it are done
    setoption name Engine value alphabeta    who searches
    setoption name Player value best:3       who plays, as triqui players names them; go alone then keeps to the level
    newgame ID                               another game, at its start
    position startpos|TEXT [moves M ...]
    go [movetime MS] [depth N] [nodes N]     info .., then one bestmove M; bestmove (none) when the game is over
    go infinite                              until all is proven or stop comes
    stop
    query p1turn|gameover|result             response true|false, or p1win|p2win|draw|none
    quit

One line tells of one move, the latest of a move holds; values are for the player to move, ``none`` is what nobody knows. Where
a limit asks for a move, the others are soon known to be no better: ``outcome none`` with ``proof atmost`` is a guess of the
most::

    info depth 9 nodes 4520 time 31 move b2 outcome tie plies 9 value 0.000 proof exact pv b2 a1 ...

What cannot be done is answered ``info string`` with a sentence. Commands that come during a search wait for its end, but for
stop and quit; the end of the input stops a search as quit does.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import pairwise
from random import Random

from core import __version__, engines, games
from core.analysis import Analysis, Limit, Line, Watch
from core.errors import BadNotation, CoreError, IllegalMove, UnknownEngine, quoted
from core.game import Game
from core.phrase import phrase
from core.play.match import Match
from core.players.opponents import BEST, STRONGEST, Choice, Opponent, Thinker, parse, player
from core.players.worker.request import Request
from core.position import Position
from core.protocols.peer import Peer, sentence
from core.score import Score

SHOWN = 12
"""Moves that the reports of a search tell of; its end tells of all."""
_NO_PLAYERS = ("", "")
_RESULTS = {0: "p1win", 1: "p2win", None: "draw"}
_LIMITS = ("movetime", "depth", "nodes")


def serve(game: Game, peer: Peer) -> None:
    """Answer until quit or the end of the input."""
    session = _Session(game, peer)
    while (line := peer.take()) not in (None, "quit"):
        word, *rest = str(line).split()
        command = _COMMANDS.get(word)
        try:
            if command is None:
                raise BadNotation(
                    "There is no command {word}; the commands are {names}.",
                    word=quoted(word),
                    names=", ".join([*_COMMANDS, "quit"]),
                )
            command(session, rest)
        except CoreError as error:
            peer.write(f"info string {sentence(error)}")


class _Session:
    def __init__(self, game: Game, peer: Peer) -> None:
        self._peer = peer
        self._match = Match(game, _NO_PLAYERS)
        self._engine: str | None = None
        self._player: Opponent | None = None
        self._random = Random()

    @property
    def _position(self) -> Position:
        return self._match.position

    def ugi(self, words: Sequence[str]) -> None:
        """Introduce the hall."""
        names = " ".join(f"var {name}" for name in (BEST, *engines.NAMES))
        for line in (
            f"id name triqui {__version__}",
            "id author the authors of triqui",
            f"option name Engine type combo default {BEST} {names}",
            f"option name Player type string default {STRONGEST}",
            "ugiok",
        ):
            self._peer.write(line)

    def is_ready(self, words: Sequence[str]) -> None:
        """Say that all before is done, and what the engine needs is loaded."""
        engines.warm(self._match.game)
        self._peer.write("readyok")

    def set_option(self, words: Sequence[str]) -> None:
        """Choose the engine, or the player."""
        name, _, value = " ".join(words).partition(" value ")
        if name.lower() == "name engine":
            _own(value, parse(value))
            self._engine, self._player = None if value.strip() == BEST else engines.check(value), None
        elif name.lower() == "name player":
            _own(value, parse(value))
            self._player = player(value, self._match.game)
        else:
            raise BadNotation("There is no such option; write setoption name Engine value alphabeta, or name Player.")

    def new_game(self, words: Sequence[str]) -> None:
        """Begin a game."""
        self._match = Match(games.get(" ".join(words)) if words else self._match.game, _NO_PLAYERS)

    def set_position(self, words: Sequence[str]) -> None:
        """Set the pieces up; they stay as they are when the words are wrong."""
        at = words.index("moves") if "moves" in words else len(words)
        text = " ".join(words[:at])
        if not text:
            raise BadNotation("Write 'position startpos' or 'position' and its text, then 'moves' and the moves.")
        match = Match(self._match.game, _NO_PLAYERS, None if text == "startpos" else text)
        for ply, word in enumerate(words[at + 1 :], 1):
            try:
                match = match.play(match.position.parse(word))
            except (BadNotation, IllegalMove) as error:
                said = phrase("Move {ply}: {reason}", ply=ply, reason=error.phrase)
                raise type(error)(said.template, **said.values) from error
        self._match = match

    def go(self, words: Sequence[str]) -> None:
        """Search, and name the best move."""
        limit = _limit(words)
        if self._match.outcome:
            self._peer.write("info string The game is over.")
            self._peer.write("bestmove (none)")
            return
        position, player = self._position, self._player
        if isinstance(player, Thinker):
            request = player.request(position)
            found = self._analyse(replace(request, limit=limit) if words else request)
            move = player.choose(found, self._random).move
        elif player:
            decided = player.decide(position, self._random)
            assert isinstance(decided, Choice), "who asks no engine decides at once"
            move = decided.move
        else:
            move = self._analyse(Request(position, self._engine, limit, all_moves=False)).lines[0].move
        self._peer.write(f"bestmove {position.name(move)}")

    def _analyse(self, request: Request) -> Analysis:
        engine = request.chosen
        limit = request.limit_of(engine.name)
        # Without a limit it is an analysis, else a move that is wanted.
        every = limit == Limit() or request.all_moves
        watch = Watch(request.position, limit, self._peer.clock, self._tell, self._stopped, all_moves=every)
        found = engines.analyse(engine, watch)
        self._tell(found)
        return found

    def stop(self, words: Sequence[str]) -> None:
        """Nothing: there is no search any more."""

    def query(self, words: Sequence[str]) -> None:
        """Tell of the game."""
        outcome = self._match.outcome
        answers = {
            "p1turn": str(self._position.turn == 0).lower(),
            "gameover": str(outcome is not None).lower(),
            "result": _RESULTS[outcome.winner] if outcome else "none",
        }
        if len(words) != 1 or words[0] not in answers:
            raise BadNotation("You can only ask for {names}.", names=", ".join(answers))
        self._peer.write(f"response {answers[words[0]]}")

    def _stopped(self) -> bool:
        while self._peer.take_if("isready"):
            self._peer.write("readyok")
        return self._peer.wants(("stop", "quit"))

    def _tell(self, found: Analysis) -> None:
        count = f"depth {found.depth} nodes {found.nodes} time {int(found.seconds * 1000)}"
        for line in found.lines[: None if found.final else SHOWN]:
            self._peer.write(f"info {count} {_line_text(found.position, line)}")


_COMMANDS: dict[str, Callable[[_Session, Sequence[str]], None]] = {
    "ugi": _Session.ugi,
    "isready": _Session.is_ready,
    "setoption": _Session.set_option,
    "newgame": _Session.new_game,
    "position": _Session.set_position,
    "go": _Session.go,
    "stop": _Session.stop,
    "query": _Session.query,
}


def _own(name: str, opponent: Opponent | None) -> None:
    """Raises UnknownEngine for what is no part of the hall: a client that may choose one starts no command by that."""
    if opponent and opponent.program:
        raise UnknownEngine(
            "The hall has no {name}; choose one of {names}.", name=quoted(name), names=", ".join(engines.NAMES)
        )


def _limit(words: Sequence[str]) -> Limit:
    if list(words) in ([], ["infinite"]):
        return Limit()
    values: dict[str, int] = {}
    for name, number in list(pairwise([*words, ""]))[::2]:
        if name not in _LIMITS or not number.isascii() or not number.isdecimal() or len(number) > 15:
            raise BadNotation(
                "{text} is not a limit; write go infinite, or movetime, depth or nodes, each with a whole number.",
                text=quoted(f"{name} {number}".strip()),
            )
        values[name] = int(number)
    seconds = values["movetime"] / 1000 if "movetime" in values else None
    return Limit(seconds, values.get("depth"), values.get("nodes"))


def _line_text(position: Position, line: Line) -> str:
    score: Score = line.score
    outcome = score.verdict.value if score.verdict else "none"
    plies = "none" if score.plies is None else score.plies
    proof = score.proof.value.replace(" ", "")
    return (
        f"move {position.name(line.move)} outcome {outcome} plies {plies} value {score.value:.3f} proof {proof} "
        f"pv {' '.join(position.names(line.pv))}"
    )
