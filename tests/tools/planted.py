"""Plant faults, one at a time, and see that a test catches each: ``python -m tests.tools.planted [WORD ...]``, for all of them
or those with one of the words in their names.

A fault is a piece of a file with another in its place, which must be there once, and the test that has to fail with it and not
without it. It ends with exit code 1 where a fault lives, or can be planted no more.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from itertools import count
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parent.parent.parent
SECONDS = 300
"""How long a test may take; one that hangs has caught its fault too."""


class Fault(NamedTuple):
    """A fault: in a ``file`` what is ``sound`` becomes what is ``planted``, and ``test`` fails."""

    name: str
    file: str
    sound: str
    planted: str
    test: str


_COLOURS = "tests/tui/test_colours.py"
_OWN = "tests/core/test_own_games.py"
_SERVED = "tests/tui/test_served.py::"
"""Of a file that takes long one test is named."""
FAULTS = (
    Fault(
        "colours of X and O exchanged",
        "tui/hall/app.tcss",
        ".role--first { color: $first;",
        ".role--first { color: $second;",
        _COLOURS,
    ),
    Fault(
        "colour of the player exchanged on the cells",
        "tui/drawing/cell.py",
        '("first", "second")[look.seat % 2]',
        '("second", "first")[look.seat % 2]',
        _COLOURS,
    ),
    Fault(
        "colour of a board that is won",
        "tui/boards/nested.py",
        "SEATS[owner % 2] + ground",
        "SEATS[1 - owner % 2] + ground",
        _COLOURS,
    ),
    Fault("colour of a win", "tui/hall/app.tcss", ".role--win { color: $win;", ".role--win { color: $lose;", _COLOURS),
    Fault(
        "a win in the colour of a draw in a theme",
        "tui/drawing/theme.py",
        "variables=_DARK",
        'variables={**_DARK, "win": _DARK["tie"]}',
        "tests/tui/test_themes.py",
    ),
    Fault(
        "colours of light themes",
        "tui/drawing/theme.py",
        "_DARK if dark else _LIGHT",
        "_DARK",
        "tests/tui/test_themes.py",
    ),
    Fault(
        "a guess in the colour of what is proven",
        "tui/text/words.py",
        'return ROLES[score.verdict] if score.verdict and score.proven else "guess"',
        'return ROLES[score.verdict] if score.verdict and score.proven else "win"',
        _COLOURS,
    ),
    Fault(
        "colour of the status line",
        "tui/screens/base/picture.py",
        'return SEATS[view.position.turn] if tells else ""',
        'return SEATS[1 - view.position.turn] if tells else ""',
        _COLOURS,
    ),
    Fault(
        "the lit title of another board than the target",
        "tui/boards/nested.py",
        "looks[9 * board : 9 * board + 9], legal, board == target)",
        "looks[9 * board : 9 * board + 9], legal, board != target)",
        _COLOURS,
    ),
    Fault("mark of the last move", "tui/drawing/cell.py", '"┌", "last")', '"┌", "first")', _COLOURS),
    Fault(
        "colour of the winning line",
        "tui/hall/app.tcss",
        "color: $won; text-style: bold reverse",
        "color: $won",
        _COLOURS,
    ),
    Fault(
        "marks of win and loss exchanged",
        "tui/text/words.py",
        'Verdict.WIN: "+"',
        'Verdict.WIN: "-"',
        "tests/tui/test_goldens.py",
    ),
    Fault(
        "more plies than are proven, in alphabeta",
        "core/engines/general/alphabeta.py",
        "least=self._sure(depth) + 1))",
        "least=self._sure(depth) + 3))",
        "tests/core/test_readings.py",
    ),
    Fault(
        "more plies than are proven, in ultimate",
        "core/engines/ultimate/proofs.py",
        "least=ground.plies + 1))",
        "least=ground.plies + 3))",
        "tests/core/test_readings.py",
    ),
    Fault(
        "a score one ply earlier has a bound too many",
        "core/score.py",
        "least = self.least + plies if",
        "least = self.least + 3 * plies if",
        "tests/core/test_readings.py",
    ),
    Fault(
        "a proven loss told as a win",
        "core/score.py",
        "_OPPOSITE = {Verdict.WIN: Verdict.LOSE",
        "_OPPOSITE = {Verdict.WIN: Verdict.WIN",
        "tests/core/test_readings.py",
    ),
    Fault(
        "an engine's share of an increment",
        "core/play/clock.py",
        "left / 30 + control.increment / 2",
        "left / 30",
        "tests/core/test_clock.py",
    ),
    Fault(
        "fair play: a board with the colours exchanged is another",
        "core/hall/fairness.py",
        "for each in (state, game.passed(state)) if each is not None",
        "for each in (state,)",
        "tests/core/hall/test_fairness.py",
    ),
    Fault(
        "fair play: who plays is told about a game of the host's own that may be the same",
        "core/hall/kinship.py",
        "if first.any_rules or second.any_rules:",
        "if False:",
        "tests/core/hall/test_fairness.py",
    ),
    Fault(
        "fair play: nim is not looked for in other games of heaps",
        "core/hall/kinship.py",
        "return now <= there or there <= ever",
        "return family(one.id) == family(other.id)",
        "tests/core/hall/test_fairness.py",
    ),
    Fault(
        "fair play: a board has no symmetries but those that engines use",
        "core/hall/kinship.py",
        "return group.maps if group.total == len(group.maps) else ()",
        "return [symmetry.moves for symmetry in game.symmetries if len(symmetry.moves) == cells]",
        "tests/core/hall/test_fairness.py",
    ),
    Fault(
        "fair play: a question goes on when the game of who asked it begins",
        "core/hall/pooled.py",
        "        for ended, end in ((asked, self.drop), (counting, self.studied)):",
        "        for ended, end in ((counting, self.studied),):",
        "tests/core/hall/test_pooled.py",
    ),
    Fault(
        "fair play: a page stays open when a game begins",
        "tui/serve/app.py",
        "    def _bound(self, message: Message) -> None:\n        self._close_pages()\n",
        "    def _bound(self, message: Message) -> None:\n",
        "tests/tui/test_fair_play.py",
    ),
    Fault(
        "a hall keeps every key that ever connected",
        "core/hall/people.py",
        "        self._people.pop(person.id, None)",
        "        pass",
        "tests/core/hall/test_strangers.py",
    ),
    Fault(
        "unfinished knowledge takes the place of finished",
        "core/store/store.py",
        "key=lambda each: (each.final, each.nodes)",
        "key=lambda each: (not each.final, each.nodes)",
        "tests/core/test_store_reviews.py",
    ),
    Fault(
        "an empty store of a later version is written to",
        "core/store/file.py",
        "if version > SCHEMA and (empty or strange):",
        "if version > SCHEMA and strange:",
        "tests/core/test_store_damaged.py",
    ),
    Fault(
        "a ply that is shown is not yet kept",
        "core/play/session.py",
        "            self._saving.begin(change)\n        else:\n            self._settle(change)",
        "            self._saving.begin(change)\n            self._settle(change)\n"
        "        else:\n            self._settle(change)",
        "tests/core/test_session_keeping.py",
    ),
    Fault(
        "the cursor stays on a taken square",
        "tui/boards/grid.py",
        "elif fresh and self.view.active and self.cursor < count",
        "elif False and self.cursor < count",
        "tests/tui/test_panel.py",
    ),
    Fault(
        "values for who plays a person",
        "tui/screens/base/keyboard.py",
        "and not (line.advises and now.state.quiet)",
        "",
        _SERVED + "test_a_table_offers_its_own_keys_and_none_that_tells_values",
    ),
    Fault(
        "one draw more may be offered than the policy says",
        "core/play/course.py",
        "course.offered[seat] >= course.max_offers",
        "course.offered[seat] > course.max_offers",
        "tests/core/test_course.py",
    ),
    Fault(
        "a draw offered at one board outlives one's own move",
        "core/play/course.py",
        "holds = course.afar and any(",
        "holds = any(",
        "tests/core/test_course.py",
    ),
    Fault(
        "a question to a worker goes on being heard once it is dropped",
        "core/players/worker/parent.py",
        "        self.stop(question)\n        if question is self._question:\n            self._question = None",
        "        self.stop(question)",
        "tests/tui/test_asking.py",
    ),
    Fault(
        "a question to the hall goes on being heard once it is dropped",
        "tui/game/remote_worker.py",
        "        self._wait_no_more()\n        self._question = None\n\n    async def close",
        "        self._wait_no_more()\n\n    async def close",
        "tests/tui/test_remote_worker.py",
    ),
    Fault(
        "keys of seats shown to spectators",
        "core/play/match.py",
        'return replace(self, extra="", hints=0, cautions=0, lesson=False)',
        "return replace(self, hints=0, cautions=0, lesson=False)",
        "tests/core/test_match.py",
    ),
    Fault(
        "a review opens beside the move that cost most",
        "tui/screens/review/screen.py",
        "costs[0] + 1",
        "costs[0]",
        "tests/tui/test_review.py",
    ),
    Fault(
        "a quick value counts as looked at to the end",
        "tui/game/reviewer.py",
        "self._quick.add(analysis.position)",
        "self._quick.discard(analysis.position)",
        "tests/tui/test_reviewer.py",
    ),
    Fault(
        "what a watched side would play in the other's colour",
        "tui/screens/watch/picture.py",
        'zip(moves, LETTERS, ("first", "second"), strict=True)',
        'zip(moves, LETTERS, ("second", "first"), strict=True)',
        "tests/tui/test_watch.py",
    ),
    Fault(
        "the seconds left of a search that are those spent",
        "tui/screens/base/picture.py",
        "known.seconds * (1 - thinking.share) / thinking.share",
        "known.seconds",
        "tests/tui/test_thinking.py",
    ),
    Fault(
        "the teacher's question answered the wrong way round",
        "tui/screens/play/teacher.py",
        "if plays and self._source.state.awaited:",
        "if not plays and self._source.state.awaited:",
        "tests/tui/test_teacher.py",
    ),
    Fault(
        "yes and no exchanged at a table",
        "tui/screens/play/table.py",
        "self._source.do(asked[0])",
        "self._source.do(asked[1])",
        _SERVED + "test_a_move_is_taken_back_only_if_the_other_side_lets_it",
    ),
    Fault(
        "the place in the queue of a hall told once only",
        "core/players/pool.py",
        "if asked.before != before:",
        "if asked.before is None:",
        "tests/core/test_pool.py",
    ),
    Fault(
        "a kind of game that left and right do not reach",
        "tui/screens/home/list.py",
        "(row.index(self.chosen) + step) % len(row)",
        "(row.index(self.chosen) + 2 * step) % len(row)",
        "tests/tui/test_home.py",
    ),
    Fault(
        "a key in no group of the menu",
        "tui/text/keys.py",
        '*("engine", "second_engine", "variation"',
        '*("engine", "variation"',
        "tests/tui/test_menu.py",
    ),
    Fault(
        "study: a share of one's own games in place of all",
        "core/study/counts/shading.py",
        "Fraction(count.first, total.games)",
        "Fraction(count.first, count.games)",
        "tests/core/test_study_pictures.py",
    ),
    Fault(
        "study: colours of who wins a heap exchanged",
        "tui/drawing/studies/whole_tree.py",
        'Span(text, ("first", "second")[seat])',
        'Span(text, ("second", "first")[seat])',
        "tests/core/test_study_pictures.py",
    ),
    Fault(
        "study: an end counted for the other player",
        "tui/drawing/studies/whole_tree.py",
        '_ENDS = "●○"',
        '_ENDS = "●●"',
        "tests/core/test_study_pictures.py",
    ),
    Fault(
        "study: a cut branch without its cross",
        "tui/drawing/studies/branching.py",
        "if below in cut:",
        "if not cut:",
        "tests/tui/test_search_tree.py",
    ),
    Fault(
        "study: a value before the search has come to it",
        "tui/drawing/studies/search_tree.py",
        "        if path in known.found:",
        "        if path not in known.found and value is None:\n            return '1'\n        if path in known.found:",
        "tests/tui/test_search_tree.py",
    ),
    Fault(
        "study: OXO lets the person play both sides",
        "tui/screens/study/oxo.py",
        "position.turn != self.seat:",
        "position.turn == self.seat and False:",
        "tests/tui/test_oxo.py",
    ),
    Fault(
        "study: the edges of the other player",
        "tui/drawing/studies/graph_map.py",
        "zip(layers, edge.players, strict=True)",
        "zip(layers[::-1], edge.players, strict=True)",
        "tests/tui/test_study_graph.py",
    ),
    Fault(
        "study: a position that crosses as the start of its game",
        "core/position.py",
        "return kind(get(id, content), state)",
        "return kind(get(id, content), get(id, content).start())",
        "tests/core/test_position.py",
    ),
    Fault(
        "study: a share in JSON upside down",
        "tui/command/output_study.py",
        'return {"part": part, "whole": whole}',
        'return {"part": whole, "whole": part}',
        "tests/core/test_study_nim.py",
    ),
    Fault(
        "study: a distance of a heap one ply short",
        "core/study/heaps/nim.py",
        "exact(not node.wins, node.plies + 1)",
        "exact(not node.wins, node.plies)",
        "tests/core/test_study_nim.py",
    ),
    Fault(
        "study: a Spanish page that has lost a value",
        "tui/study/es/nim.toml",
        "Hojas: {ends};",
        "Hojas:",
        "tests/test_study_pages.py",
    ),
    Fault(
        "study: a sentence that no page has",
        "core/study/heaps/nim.py",
        'fact("nim.said.parity"',
        'fact("nim.said.oddness"',
        "tests/test_study_pages.py",
    ),
    Fault(
        "two engines said to agree on the move of one",
        "tui/text/agreement.py",
        "move=name(both)",
        "move=name(one.lines[-1].move)",
        "tests/tui/test_watch.py",
    ),
    Fault(
        "a review that is left midway keeps nothing",
        "tui/screens/review/screen.py",
        "        self._keep()\n        await self._reviewer.close()",
        "        await self._reviewer.close()",
        "tests/tui/test_review_better.py",
    ),
    Fault(
        "a game with a guest doubled when it is taken up",
        "core/play/match.py",
        "return replace(self, players=change(self.players), series=series)",
        "return replace(self, players=change(self.players), series=series, id=uuid.uuid4().hex)",
        "tests/tui/test_kept.py",
    ),
    Fault(
        "the clock of who waits at a far table",
        "tui/game/remote_table.py",
        "            left[clock.running] = max(0.0, left[clock.running] - passed)",
        "            left = [max(0.0, each - passed) for each in left]",
        _SERVED + "test_at_a_table_time_passes_for_the_side_to_move_and_stands_for_the_one_that_waits",
    ),
    Fault(
        "a click on a taken cell while the engine thinks blames the cell",
        "tui/screens/play/screen.py",
        '            self.say(_("It is not your turn."))',
        "            self.say(self.board.refusal)",
        "tests/tui/test_play.py",
    ),
    Fault(
        "a certificate that forgets a reply of the other side holds",
        "core/proofs/certificate.py",
        "            return moves\n        if len(given) != 1:",
        "            return moves[:-1] or moves\n        if len(given) != 1:",
        "tests/core/test_certificate_forged.py",
    ),
    Fault(
        "a certificate of a win that ends in a draw holds",
        "core/proofs/certificate.py",
        'if value else self.goal == "holds"\n\n',
        "if value else True\n\n",
        "tests/core/test_certificate_forged.py",
    ),
    Fault(
        "the stones of Swap2 in each other's colour",
        "core/protocols/gomocup.py",
        "stones if len(chosen) > 1 else stones[::-1]",
        "stones",
        "tests/core/test_protocol_gomocup.py",
    ),
    Fault(
        "a tournament counts a game with the sides swapped for the loser",
        "core/tournament/table.py",
        "Tally.of(winner, 1 if fixture.swapped else 0)",
        "Tally.of(winner, 0)",
        "tests/core/test_tournament.py",
    ),
    Fault(
        "a sentence calls a lost heap a win",
        "core/explain/heaps.py",
        'return phrase("a win") if wins else phrase("a loss")',
        'return phrase("a loss") if wins else phrase("a win")',
        "tests/core/test_truth.py",
    ),
    Fault(
        "a setting that another program has changed is taken back",
        "tui/household/settings_file.py",
        "elif new != old and (name in document or new != USUAL[name]):",
        "elif name in document or new != USUAL[name]:",
        "tests/tui/test_settings_together.py",
    ),
    Fault(
        "the line mode names a board to play in that is none",
        "tui/plain/boards.py",
        "sorted({move // 9 + 1 for move in position.moves})",
        "sorted({move % 9 + 1 for move in position.moves})",
        "tests/tui/test_plain_words.py",
    ),
    Fault(
        "a page of another site types into the hall in the browser",
        "tui/web/server.py",
        "origins not in ([[self.origin]] if talks else [[], [self.origin]])",
        "False",
        "tests/tui/web/test_page_walls.py",
    ),
    Fault(
        "a name that leads to this machine opens the hall in the browser",
        "tui/web/server.py",
        "request.headers.getall(hdrs.HOST, []) == [self.authority]",
        "bool(request.headers.getall(hdrs.HOST, []))",
        "tests/tui/web/test_page_walls.py",
    ),
    Fault(
        "the hall in the browser opens without its secret",
        "tui/web/server.py",
        'if not self._is_secret(request.cookies.get(self._cookie, "")):',
        "if self._cookie not in request.cookies:",
        "tests/tui/web/test_page_walls.py",
    ),
    Fault(
        "a page starts a program that nobody has named",
        "tui/household/surroundings.py",
        "return not (self.served or self.web)",
        "return not self.served",
        "tests/tui/web/test_web_hall.py",
    ),
    Fault(
        "from one address more come into a hall than it lets",
        "tui/serve/limits.py",
        'self._counted["address", address] >= self._limits.sessions_by_address',
        'self._counted["address", address] > self._limits.sessions_by_address',
        "tests/tui/serve/test_limits.py",
    ),
    Fault(
        "a guess at lines in which each has a mark is for the other side",
        "core/estimates/mnk.py",
        "return _SURE * tanh(lead + _TEMPO)",
        "return _SURE * tanh(_TEMPO - lead)",
        "tests/core/test_engines_estimates.py",
    ),
    Fault(
        "a level that never slips",
        "core/players/opponents.py",
        "if random.random() < self.strength.slips:",
        "if random.random() < 0 * self.strength.slips:",
        "tests/core/test_opponents.py",
    ),
    Fault(
        "own game: a guarded point that anybody may enter",
        "core/kinds/slides.py",
        "to if self._beside[i] & s[1 - player] else",
        "to if self._beside[i] else",
        _OWN,
    ),
    Fault(
        "own game: where marks fall, a map that turns the board",
        "core/games/own_lines.py",
        "        if not self.gravity:\n            return Structure(",
        "        if self.columns:\n            return Structure(",
        _OWN,
    ),
    Fault(
        "own game: a map that keeps points and not lines",
        "core/own/symmetries.py",
        "and {_moved(line, image) for line in lines} == lines",
        "and {_moved(line, image) for line in lines} >= set()",
        _OWN,
    ),
    Fault(
        "own game: a period that is not proven",
        "core/kinds/octal.py",
        "len(values) // 2 if self._splits else self._most",
        "len(values) // 2 if self._splits else 1",
        _OWN,
    ),
    Fault(
        "own game: rules that came with another game",
        "core/games/__init__.py",
        "    if there.id != whole or not begins(id, whole):",
        "    if not there:",
        "tests/core/test_own_ids.py",
    ),
    Fault(
        "own game: what came along takes a short name",
        "core/own/library.py",
        "for each in (*reversed(list(_offered.values())), *gallery())}",
        "for each in (*_travelled.values(), *reversed(list(_offered.values())), *gallery())}",
        "tests/core/test_own_ids.py",
    ),
    Fault(
        "a certificate of a win by a strategy that goes round in a circle",
        "core/proofs/certificate.py",
        "and level and ply > len(seen):",
        "and level and ply > len(seen) + 50_000:",
        "tests/core/test_certificate_bounded.py",
    ),
    Fault(
        "own game: rules left out of what is kept",
        "core/play/match.py",
        '            values["rules"] = self.game.content',
        '            values.pop("rules", None)',
        "tests/core/test_own_travel.py",
    ),
    Fault(
        "own game: a mistake told with the line of its list",
        "core/own/text.py",
        "                    if item < 0:",
        "                    if item < 99:",
        "tests/core/test_own_reading.py",
    ),
    Fault(
        "a row of threats that brings the other to a threat of their own",
        "core/proofs/certificate.py",
        "need & made or rest.bit_count() > 2 - to_move",
        "need & made or rest.bit_count() > 1 - to_move",
        "tests/core/test_certificate_rows.py",
    ),
    Fault(
        "a win that is said to take as long as one move does, while others may win sooner",
        "core/score.py",
        "least=min(score.least for score in (best, *may_be)), most=most",
        "most=most",
        "tests/core/test_memory.py",
    ),
    Fault(
        "a tie that may be endless",
        "core/score.py",
        "if ends else self",
        "if True else self",
        "tests/core/test_analysis.py",
    ),
    Fault(
        "proofs of a program from elsewhere that outlive it",
        "core/review/memory.py",
        "if not self._trusted:",
        "if False:",
        "tests/core/test_memory.py",
    ),
    Fault(
        "what was proven before not told at once",
        "tui/screens/base/picture.py",
        "at = ply - (stale and not story.carried[ply])",
        "at = ply - stale",
        "tests/tui/test_panel.py",
    ),
    Fault(
        "a refuted promise that is forgotten",
        "core/engines/gomoku/threats.py",
        "self._promised[key] = False, _EVER",
        "self._promised[key] = False, 0",
        "tests/core/test_gomoku_promises.py",
    ),
)


def fails(root: Path, *tests: str) -> bool:
    """Whether one of these tests fails, or does not end."""
    command = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", *tests]
    seconds = SECONDS * len(tests)
    try:
        return subprocess.run(command, cwd=root, capture_output=True, check=False, timeout=seconds).returncode != 0
    except subprocess.TimeoutExpired:
        return True


_times = count(1)


def write(path: Path, text: str) -> None:
    """Write a file with a time of its own: by time and size Python tells whether what it has compiled is of this text."""
    path.write_text(text, "utf-8")
    os.utime(path, (time := next(_times), time))


def main(words: list[str]) -> int:
    """Plant them in a copy; how many live."""
    living = 0
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder)
        for part in ("core", "tui", "tests", ".ci", ".github"):
            shutil.copytree(ROOT / part, copy / part, ignore=shutil.ignore_patterns("__pycache__"))
        for file in ("pyproject.toml", "README.md"):
            shutil.copy(ROOT / file, copy)
        faults = [fault for fault in FAULTS if not words or any(word in fault.name for word in words)]
        tests = sorted({fault.test for fault in faults})
        if fails(copy, *tests):
            print("These fail without a fault:", *(test for test in tests if fails(copy, test)))
            return 1
        for fault in faults:
            path = copy / fault.file
            text = path.read_text("utf-8")
            if text.count(fault.sound) != 1:
                verdict = "cannot be planted any more"
            else:
                write(path, text.replace(fault.sound, fault.planted))
                verdict = "" if fails(copy, fault.test) else "lives"
                write(path, text)
            living += bool(verdict)
            print(f"{verdict or 'caught':<10} {fault.name}: {fault.test}", flush=True)
    return living


if __name__ == "__main__":
    sys.exit(bool(main(sys.argv[1:])))
