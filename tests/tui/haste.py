"""What takes much time in a test of the hall and decides nothing, in a quicker way."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Hashable
from typing import Any

from textual.css.model import RuleSet
from textual.css.styles import RenderStyles, RulesMap
from textual.css.stylesheet import Stylesheet
from textual.dom import DOMNode
from textual.pilot import Pilot
from textual.screen import Screen

from core.store import file


async def drain(min_sleep: float = 0.0, max_sleep: float = 1.0) -> None:
    """Let messages go their way from widget to widget. Takes the place of Textual's wait for an idle processor, which costs
    each key 40 ms and more when others are at work."""
    loop: Any = asyncio.get_running_loop()
    for _ in range(50):
        await asyncio.sleep(0)
        if not loop._ready:  # nobody has anything to do
            return


_wait_for_screen = Pilot._wait_for_screen


async def drained(pilot: Pilot[Any], timeout: float = 30.0) -> bool:
    """Let messages go their way until every widget waits for the next. Takes the place of Textual's question to each whether it
    has taken its messages, which is a twentieth of the time of a test; it is asked where one waits for something else."""
    await drain()
    app = pilot.app
    if all(node._message_queue.ready_event._waiters for node in (app, *app.screen.walk_children(with_self=True))):
        return app._exception is None
    return await _wait_for_screen(pilot, timeout)


def unpainted(screen: Screen[Any]) -> None:
    """Take what is to be painted as painted. Takes the place of Textual's painting, which costs a fifth of a test and goes
    nowhere: a test that reads the screen has it rendered."""
    screen._compositor._dirty_regions.clear()
    screen._dirty_widgets.clear()
    screen.app._update_mouse_over(screen)


_parse_rules, _parse = Stylesheet._parse_rules, Stylesheet.parse
_rules: dict[Hashable, list[RuleSet]] = {}


def read_once(sheet: Stylesheet, *source: Any, **more: Any) -> list[RuleSet]:
    """The rules in a style sheet. Takes the place of Textual's reading, which reads for each app anew what never changes, and
    costs a sixth of a test that opens one."""
    key = (source, tuple(more.items()), frozenset(sheet._variables.items()))
    if key not in _rules:
        _rules[key] = _parse_rules(sheet, *source, **more)
    return _rules[key]


def join_once(sheet: Stylesheet) -> None:
    """Read all style sheets of an app, which for the next app with the same ones is done by then."""
    key = (*sheet.source.items(), frozenset(sheet._variables.items()))
    if key not in _rules:
        _parse(sheet)
        _rules[key] = sheet._rules
    sheet._rules, sheet._rules_map, sheet._require_parse = _rules[key], None, False


_apply = Stylesheet.apply
_depends: dict[Hashable, tuple[frozenset[str], frozenset[str]]] = {}
_styles: dict[Hashable, RulesMap] = {}


def _pseudo_classes(sheet: Stylesheet, node: DOMNode) -> tuple[frozenset[str], frozenset[str]]:
    """The pseudo-classes of a node, and those of the nodes that it stands in, by which rules for such a node differ."""
    rules_map = sheet.rules_map
    rules = [rule for name in rules_map.keys() & node._selector_names for rule in rules_map[name]]
    chains = [each.selectors for rule in rules for each in rule.selector_set]
    own = frozenset(name for chain in chains for name in chain[-1].pseudo_classes)
    return own, frozenset(name for chain in chains for selector in chain[:-1] for name in selector.pseudo_classes)


def style_as_before(
    sheet: Stylesheet, node: DOMNode, *, animate: bool = False, cache: dict[Any, RulesMap] | None = None
) -> None:
    """Give a node its style. Takes the place of Textual's way, which looks in each app anew for the rules of what has stood in
    the same place before, and costs a tenth of a test that opens one."""
    kind = (id(sheet.rules), type(node), node.id, node.classes)  # the rules are joined once, and stay
    if kind not in _depends:
        _depends[kind] = _pseudo_classes(sheet, node)
    own, around = _depends[kind]
    if (own | around) & Stylesheet._EXCLUDE_PSEUDO_CLASSES_FROM_CACHE:
        _apply(sheet, node, animate=animate, cache=cache)
        return
    above = ((type(each), each.id, each.classes, *map(each.has_pseudo_class, around)) for each in node.css_path_nodes)
    place = (kind, *map(node.has_pseudo_class, own), *above)
    if place in _styles:
        node._has_hover_style = "hover" in own | around
        sheet.replace_rules(node, _styles[place], animate=animate)
        sheet._process_component_classes(node)
        return
    found: dict[Any, RulesMap] = {}
    _apply(sheet, node, animate=animate, cache=found)
    _styles.update((place, style) for style in found.values())


class _Parts(dict[str, RenderStyles]):
    """The styles of the parts of a node, each made when it is asked for."""

    def __init__(self, sheet: Stylesheet, node: DOMNode) -> None:
        self._sheet, self._node = sheet, node

    def __contains__(self, name: object) -> bool:
        return name in self._node._get_component_classes()

    def __missing__(self, name: str) -> RenderStyles:
        part = DOMNode(classes=name)
        part._attach(self._node)
        self._sheet.apply(part)
        self[name] = part.styles
        return part.styles


def style_parts_late(sheet: Stylesheet, node: DOMNode) -> None:
    """Give the parts of a node their styles, and have it painted anew where one differs. Takes the place of Textual's way,
    which makes a node for each part, also for those that nobody will see."""
    if node._get_component_classes():
        before, node._component_styles = node._component_styles, _Parts(sheet, node)
        if any(node._component_styles[name] != style for name, style in before.items()):
            node.refresh()


_secured, _connected = file._secured, file._connected


def secured_unsynced(db: sqlite3.Connection) -> None:
    """Secure a store that is being opened, and wait for no disk: a test does not outlive a power failure."""
    _secured(db)
    db.execute("PRAGMA synchronous = OFF")


def connected_unsynced(*given: Any) -> tuple[sqlite3.Connection, int | None]:
    """Open the file of a store; what is written to it from now on waits for no disk either."""
    db, games = _connected(*given)
    db.execute("PRAGMA synchronous = OFF")
    return db, games
