"""What a player looks at beside the game: variations of one's own, the line that the panel expects, what the other side
threatens, and the board without its pieces. None of it changes the game."""

from __future__ import annotations

from core.analysis import Analysis
from core.game import Move
from core.play import actions
from core.play.events import Event, NewGame
from tui.screens import aside
from tui.screens.aside import Aside, AsideKind
from tui.screens.certificate import CertificateKey
from tui.screens.game import GameSource
from tui.screens.play_actions import PlayActions
from tui.screens.typing import MoveTyping
from tui.text.catalogue import _


class PlayBeside(CertificateKey, PlayActions, MoveTyping):
    """Keeps the variations of a game until they are dropped, or another game begins."""

    def __init__(self, source: GameSource) -> None:
        super().__init__(source)
        self.variations: list[Aside] = []
        self.blind = False
        """Whether the pieces are hidden."""

    @property
    def cursor_move(self) -> Move | None:
        """The move under the cursor, the first where there are several."""
        raise NotImplementedError

    def tell(self, event: Event) -> None:
        """Variations belong to one game."""
        if isinstance(event, NewGame):
            self.variations.clear()
        super().tell(event)

    def why_not(self) -> str:
        """Why no move can be made, now or in a moment; empty where one can."""
        aside = self.ply.aside
        if aside and aside.kind is AsideKind.THREAT:
            return _("This is what the other side threatens; End goes back to the game.")
        if self.ply.back:
            return _("The line ends here; End goes back to the game.") if self.ply.position.outcome else ""
        if self.state.outcome:
            return _("The game is over.") if self.state.company else _("The game is over; n plays again.")
        if self.source.mine:
            return ""
        if actions.Sit not in self.source.takes:
            return _("You look on; < and > go along the game.")
        return _("Engines play this game; x and o choose other players.")

    # Variations.

    def explore(self, move: Move) -> None:
        """Make a move on the board alone: along what is looked at where it is the next move there, else in a variation."""
        ply, shown = self.ply, self.ply.state
        if move not in ply.position.moves:  # chosen in the position that was there before
            self.say(self.board.refusal)
            return
        if shown.moves[ply.at : ply.at + 1] == (move,):
            self.look(ply.at + 1)
            return
        old = ply.aside
        if old in self.variations and ply.at == len(shown.moves):
            new = old.played(move)
            self.variations[self.variations.index(old)] = new
        else:
            new = aside.variation(shown, ply.at, min(ply.at, old.root) if old else ply.at, move)
            self.variations.append(new)
        self._enter(new)

    def action_variation(self) -> None:
        """Look at the next variation, after the last one at the game again."""
        if not self.variations:
            self._say_there_is_none()
            return
        shown = self.ply.aside
        following = self.variations.index(shown) + 1 if shown in self.variations else 0
        if following < len(self.variations):
            self._enter(self.variations[following])
        else:
            self.ply.follow()
            self.looked()

    def action_drop(self) -> None:
        """Drop the variation that is looked at."""
        shown = self.ply.aside
        if not self.variations:
            self._say_there_is_none()
            return
        if shown not in self.variations:
            self.say(_("No variation is on the board; y shows one."))
            return
        self.variations.remove(shown)
        self.ply.follow()
        self.looked()
        self.say(_("The variation is dropped."))

    def _say_there_is_none(self) -> None:
        self.say(_("There is no variation yet: go back with < and make a move there."))

    def action_undo(self) -> None:
        """In a variation, take back its last move; else as in the game."""
        shown = self.ply.aside
        if shown is None:
            super().action_undo()
        elif shown not in self.variations:
            self.say(_("End goes back to the game; there moves are taken back."))
        elif len(shown.state.moves) == shown.root + 1:
            self.action_drop()
        else:
            self.variations[self.variations.index(shown)] = shorter = shown.shortened
            self._enter(shorter)

    # Lines of the panel.

    def action_line(self) -> None:
        """Play on the board what the panel expects after the move at the cursor, or take it off the board."""
        ply = self.ply
        if ply.aside and ply.aside.kind is AsideKind.LINE:
            self._leave()
            return
        known = self.panel.known(ply.position)
        line = known and ((known.line(self.cursor_move) if self.cursor_move is not None else None) or known.best)
        if ply.aside and ply.aside.kind is AsideKind.THREAT:
            self.action_step()
        elif ply.position.outcome:
            self.say(_("The game is over here; no line goes on."))
        elif not line:
            self.say(_("The engine has not answered yet; ask again in a moment."))
        else:
            self._enter(aside.line(ply.state, ply.at, line.pv or (line.move,)))

    def action_threat(self) -> None:
        """Look at what the other side would do if it were to move, or no longer."""
        ply = self.ply
        if ply.aside and ply.aside.kind is AsideKind.THREAT:
            self._leave()
            return
        found = aside.threat(ply.state, ply.at)
        if found:
            self._enter(found)
        elif ply.position.outcome:
            self.say(_("The game is over here; nobody threatens anything."))
        else:
            self.say(_("What is threatened cannot be told here: no position of this game has the other side to move."))

    def action_step(self) -> None:
        """Forward one ply, at its end by the next move of a line of the panel."""
        shown = self.ply.aside
        if shown is None or shown.kind is AsideKind.VARIATION or self.ply.at < len(shown.state.moves):
            super().action_step()
            return
        planned = shown.planned
        if shown.kind is AsideKind.THREAT and len(shown.state.moves) == shown.root:
            known = self.panel.known(self.ply.studied)
            if known is None or known.best is None:
                self.say(_("The engine has not answered yet; ask again in a moment."))
                return
            planned = known.best.pv or (known.best.move,)
        if planned:
            self._enter(aside.going_on(shown, planned))
        else:
            self.say(_("The line ends here."))

    def action_go_last(self) -> None:
        """To the game as it stands."""
        if self.ply.back:
            self.ply.follow()
            self.notice = ""
            self.looked()
        else:
            super().action_go_last()

    def _enter(self, shown: Aside) -> None:
        self.ply.enter(shown)
        self.notice = ""
        self.looked()

    def _leave(self) -> None:
        self.ply.leave()
        self.notice = ""
        self.looked()

    @property
    def known_here(self) -> Analysis | None:
        """What the panel knows of the position that is looked at."""
        return self.panel.known(self.ply.studied)

    # The board without its pieces.

    def action_blind(self) -> None:
        """Hide the pieces, or show them again."""
        self.blind = not self.blind
        self.say(_("The pieces are hidden; B shows them again.") if self.blind else _("The pieces are shown again."))
