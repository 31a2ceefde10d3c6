"""PlayPanel: the knowledge behind the panel of the play screen."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection
from functools import partial
from typing import TYPE_CHECKING

from textual.timer import Timer

from core import engines
from core.analysis import Analysis, Limit, unknown
from core.errors import CoreError
from core.explain import proof
from core.explain.words import ProofPicture
from core.game import Game, Move
from core.play.coach import HintLadder
from core.play.source import Source
from core.position import Position
from core.records.equal import OwnStrength, standing
from core.review.agreement import accords
from tui.game.analyst import Analyst, doubled
from tui.screens.base.story import progress, thinks_on_words
from tui.screens.play.second import SecondOpinion
from tui.screens.play.switches import Switches
from tui.text import agreement
from tui.text.catalogue import _, say
from tui.text.reviewed import own_mistakes, own_seats
from tui.widgets.panel import Second

if TYPE_CHECKING:
    from tui.screens.base.port import HallPort

PANEL_LIMIT = Limit(seconds=30.0)
"""How long the panel's engine thinks about a position nobody touches; the fan should come to rest some time."""
HISTORY_LIMIT = Limit(seconds=3.0)
"""How long the panel's engine looks back at a position that nobody waits for."""
HELD_SECONDS = 0.1
"""How long the panel keeps the values of the position before undimmed: most answers come at once, and to dim it first would
cost bytes."""


class PlayPanel:
    """The analyst of the panel with the hints for its player. ``changed`` is called when there
    is more to show, ``say`` with a sentence for the status line."""

    def __init__(self, hall: HallPort, source: Source, changed: Callable[[], None], say: Callable[[str], None]) -> None:
        self._hall = hall
        self._source = source
        self._changed = changed
        self._say = say
        self.switches = Switches(hall, source, changed)
        worker = partial(hall.worker, use="panel" if source.mine else "review")
        self.analyst = Analyst(self._hear, self._trouble, hall.surroundings.report_interval, worker)
        """Finds out about the positions of the game, and knows what was found out."""
        self._second = SecondOpinion(hall, source.state.match.game.id, self._heard_second, self._trouble)
        self._looked_at = source.state.match.position
        self._limit = PANEL_LIMIT
        """How long the engine thinks about the position that is looked at."""
        self._faulty: Position | None = None
        self._ladder = HintLadder()
        self._hold: Timer | None = None
        self._proof: tuple[Position, ProofPicture] | None = None
        self.strength: OwnStrength | None = None
        """The player's own strength in this game, where that is known and measured by it."""

    def measure(self) -> None:
        """Read the player's own strength, where it is measured by this game."""
        game = self._source.state.match.game
        self.strength = None
        if self.switches.counts:
            self._hall.keeper.look(
                lambda store: OwnStrength.of(standing(store, game)), self._measured, self._trouble, "strength"
            )

    def _measured(self, strength: OwnStrength | None) -> None:
        self.strength = strength
        self._changed()

    @property
    def held(self) -> bool:
        """Whether the panel stays as it is for a moment, since the next answer is about to come."""
        return self._hold is not None and self.analyst.before is None

    def lost(self, position: Position) -> str:
        """Why there will be no answer about a position; empty where one may come."""
        lost = self.analyst.lost(position)
        return say(lost) if lost else ""

    def title(self, position: Position) -> str:
        """Whose opinion the panel shows: the engine that was chosen, or the one that has answered."""
        known = self.analyst.known(position)
        name = self.engine or (known.engine if known else "")
        return say(engines.facts(name).title) if name else _("Analysis")

    @property
    def hint(self) -> str:
        """The last hint, with its rung; empty where none was asked for."""
        ladder = self._ladder
        return f"{len(ladder.hints)}/{len(ladder.rungs)} {say(ladder.hints[-1])}" if ladder.hints else ""

    @property
    def retried(self) -> int | None:
        """After how many moves a game that is over can be tried again: before the person's own mistake that turned it, else
        before their last one. None where no mistake of theirs is known."""
        state = self._source.state
        if not state.match.outcome:
            return None
        told, own = self.analyst.account(state), own_seats(state)
        if told.turn and told.turner in own:
            return told.turn if told.given_up else told.turn - 1
        return next(reversed(own_mistakes(state, told)), None)

    def turn(self) -> None:
        """Another position is to be played: forget the hints, and find out about it."""
        self._ladder = HintLadder()
        if not self._source.state.quiet:
            self._hold_still()
        self.switches.turn()
        self.ask(self._source.state.match.position)

    def ask(self, position: Position) -> None:
        """Find out about a position, or about earlier ones where all of it is known. Where no value may be told, forget what
        was found out before."""
        if position != self._looked_at:
            self._looked_at, self._limit = position, PANEL_LIMIT
        if self._source.state.quiet:
            self.analyst.hush()
            self._second.hush()
            self._proof = None
            return
        if not self.analyst.ask(position, self._limit, self.engine or None):
            self._look_further()
        self._ask_second()

    def _ask_second(self) -> None:
        self._second.ask(self._looked_at, self._limit, self.switches.study)

    @property
    def thinks_on(self) -> bool:
        """Whether the engine can think on about the position that is looked at: it has come to its end, has not proven all,
        and may think longer. In a hall that is served everybody has the same time."""
        known = self.analyst.known(self._looked_at)
        longer = doubled(self._limit) != self._limit and not self._hall.surroundings.served
        return longer and self.switches.study and known is not None and known.final and not known.settled

    def think_on(self) -> str:
        """Think about the position that is looked at for twice as long as before. What is to be said of it."""
        self._limit = doubled(self._limit)
        self.ask(self._looked_at)
        return thinks_on_words(self._limit)

    def climb(self, position: Position, count: Callable[[], None]) -> tuple[str, Move | None]:
        """The next hint as a sentence, and the move that it points at; a new one is counted. Where no answer came, why, and it
        is asked again."""
        known = self.analyst.known(position)
        if known is None or not known.lines:
            if lost := self.lost(position):
                self.ask(position)  # what stood against it may be over by now
                return lost, None
            return _("The engine has not answered yet; ask again in a moment."), None
        if not self._ladder.at_top:
            count()
        said = self._ladder.climb(known, map(self.analyst.known, reversed(self._source.state.match.positions[:-1])))
        return say(said), self._ladder.move

    def proof(self, position: Position) -> ProofPicture | None:
        """The proof drawn on the board, until another position stands there."""
        return self._proof[1] if self._proof and self._proof[0] == position else None

    def toggle_proof(self, position: Position, move: Move | None) -> str:
        """Draw a proof that can be seen on the board, or take it off; what is to be said of it."""
        shown = self.proof(position)
        found = None if shown else proof(position, move)
        self._proof = (position, found) if found else None
        if found:
            return say(found.text)
        return "" if shown else _("There is no proof to draw here.")

    @property
    def engine(self) -> str:
        """The name of the engine chosen for this game; empty for the best."""
        return self._hall.settings.engine_of(self._source.state.match.game.id)

    def engines(self) -> list[str]:
        """The names of those that may be chosen."""
        return _thinking(self._source.state.match.game, [self._second.engine, *self._hall.left_out])

    def choose_engine(self, name: str, position: Position) -> None:
        """Let another engine think about this game, the next time too; an empty name is the best one."""
        self._hall.preferences.change(engines={**self._hall.settings.engines, position.game.id: name})
        self.analyst.forget()
        self.ask(position)

    @property
    def second_engine(self) -> str:
        """The name of the second engine; empty for none."""
        return self._second.engine

    def second_engines(self, position: Position) -> list[str]:
        """The names of those that may be the second one."""
        known = self.analyst.known(position)
        other = self.engine or (known.engine if known else "")
        return _thinking(position.game, [other, *self._hall.left_out])

    def choose_second(self, name: str, position: Position) -> None:
        """Let another engine than the first think about this game too, the next time as well; an empty name is none."""
        self._second.choose(name)
        self._ask_second()

    def second(self, position: Position) -> Second | None:
        """What the second engine says of a position, and whether the first agrees; None where there is no second one."""
        if not self._second.engine:
            return None
        title, one, other = self._second.title(position), self.analyst.known(position), self._second.known(position)
        if one is None or other is None:
            return Second(title, progress(other), other, before=self._second.before)
        names = (self.title(position), title)
        marks = {
            move: agreement.MARKS[found] for move, found in accords(one, other).items() if _guessed(one, other, move)
        }
        said, fault = agreement.sentence(one, other, names), bool(agreement.fault(one, other, names))
        return Second(title, progress(other), other, said, marks, fault)

    def toggle_study(self) -> str:
        """Change between the quiet panel and the live one, as :meth:`Switches.toggle_study`."""
        said = self.switches.toggle_study()
        self._ask_second()
        return said

    async def close(self) -> None:
        """End the engine's process."""
        if self._hold:
            self._hold.stop()
        self.switches.close()
        await asyncio.gather(self.analyst.close(), self._second.close())

    def _hear(self, analysis: Analysis) -> None:
        self._release()
        self._tell_fault()
        if analysis.final:
            self._look_further()

    def _heard_second(self) -> None:
        self._changed()
        self._tell_fault()

    def _tell_fault(self) -> None:
        """Say aloud, once for a position, that the two engines cannot both be right."""
        found = self.second(self._looked_at)
        if found and found.fault and self._faulty != self._looked_at:
            self._faulty = self._looked_at
            self._hall.warn(CoreError("{fault}", fault=found.agreement))

    def _look_further(self) -> None:
        """Once the last position is known, look at earlier ones that are not: the history tells of them."""
        state = self._source.state
        current = self.analyst.known(state.match.position)
        if state.match.outcome or (current and current.final):
            self.analyst.look_back(state, HISTORY_LIMIT)

    def _trouble(self, error: CoreError) -> None:
        self._release()
        self._say(say(error))

    def _hold_still(self) -> None:
        if self._hold:
            self._hold.stop()
        self._hold = self._hall.set_timer(HELD_SECONDS, self._release)

    def _release(self) -> None:
        if self._hold:
            self._hold.stop()
            self._hold = None
        self._changed()


def _thinking(game: Game, without: Collection[str]) -> list[str]:
    """The names of the engines that think and know a game, less some."""
    return [name for name in engines.of(game) if engines.facts(name).thinks and name not in without]


def _guessed(one: Analysis, other: Analysis, move: Move) -> bool:
    """Whether both engines know, or guess, something of a move."""
    lines = one.line(move), other.line(move)
    return all(line and not unknown(line.score, one.position.game.id) for line in lines)
