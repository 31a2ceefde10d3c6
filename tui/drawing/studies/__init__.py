"""The pictures of the studies drawn by characters, each kind in a file of its own."""

from __future__ import annotations

from core.position import Position
from core.study.counts.shading import Shading
from core.study.graphs.graph import GraphShown
from core.study.graphs.ultimate import SendsShown
from core.study.heaps.nim import WholeTree
from core.study.heaps.sums import Heaps
from core.study.heaps.table import HeapRows
from core.study.heaps.tree import PositionTree
from core.study.search.learning import LearningCurve
from core.study.search.seen import ShownTree
from core.study.study import StudyPicture, as_read
from tui.drawing.studies import (
    columns,
    graph_map,
    heap_rows,
    heap_tree,
    learning_curve,
    search_tree,
    sends,
    shaded,
    whole_tree,
)
from tui.drawing.studies.picture import Drawn
from tui.text.catalogue import say


def draw(picture: StudyPicture) -> Drawn:
    """A picture as text; below its legend stands what is to be seen in it."""
    rows, legend = _drawn(picture)
    return Drawn(rows, (*legend, *picture.notes))


def _drawn(picture: StudyPicture) -> Drawn:
    match picture.shown:
        case PositionTree() as tree:
            return heap_tree.draw(tree)
        case WholeTree(tree):
            return whole_tree.draw(tree)
        case Shading() as shading:
            return shaded.draw(shading)
        case GraphShown() as graph:
            return graph_map.draw(graph)
        case ShownTree() as tree:
            return search_tree.draw(tree)
        case Heaps() as heaps:
            return columns.draw(heaps)
        case HeapRows() as rows:
            return heap_rows.draw(rows)
        case LearningCurve() as curve:
            return learning_curve.draw(curve)
        case SendsShown(position):
            return sends.draw(position)
        case Position() as position:
            return Drawn.plain(_rows(position))
    raise TypeError(picture.shown)


def _rows(position: Position) -> list[str]:
    """The text of a position, in rows where those of its board are of one length."""
    rows = position.text.split("/")
    square = len(rows) > 1 and len(set(map(len, rows))) == 1
    return rows if square else [say(as_read(position))]
