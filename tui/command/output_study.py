"""What a study says, on the terminal and for programs: as text, JSON, CSV, and in formats of a topic's own."""

from __future__ import annotations

import csv
import io
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from core.phrase import Fact, Phrase
from core.score import Score
from core.study import answer
from core.study.study import (
    Cell,
    PagePart,
    Share,
    Study,
    StudyPicture,
    StudyQuestion,
    StudyTable,
    Text,
    Topic,
    title_of,
)
from tui.command.caller import BadUsage
from tui.command.printing import NARROW, dump, show, stderr, table
from tui.drawing.studies import draw
from tui.drawing.studies.written import FORMATS
from tui.text.catalogue import _, in_english, say
from tui.text.studied import laid_out, paragraphs_of
from tui.text.words import nodes
from tui.text.wrap import wrapped


def topics(found: Iterable[Topic], as_json: bool) -> None:
    """What can be studied."""
    if as_json:
        with in_english():
            listed = [
                {
                    "name": topic.name,
                    "title": say(topic.title),
                    "usage": topic.usage,
                    "summary": say(topic.summary),
                    "formats": list(FORMATS.get(topic.name, {})),
                }
                for topic in found
            ]
        dump(listed)
        return
    table([_("topic"), _("what it shows")], [[f"{topic.name} {topic.usage}", say(topic.summary)] for topic in found])


def study(said: Study) -> None:
    """What a topic says: its texts, tables and pictures, and whose figures they are."""
    show(say(said.title), "bold")
    for part in said.parts:
        print()
        show(say(title_of(part)), "bold")
        match part:
            case Text():
                paragraphs = part.told
            case StudyPicture():
                drawn = draw(part)
                for line in drawn.lines:
                    print(line)
                paragraphs = drawn.legend
            case StudyTable():
                shown = laid_out(part)
                rows = [[cell.text for cell in row] for row in shown.rows]
                right = [i for i, column in enumerate(shown.columns) if column.right]
                table([say(column.head) for column in shown.columns], rows, right)
                paragraphs = part.notes
        for paragraph in paragraphs_of(paragraphs):
            for line in wrapped(paragraph, NARROW):
                print(line)
    print()
    for source in said.sources:
        for line in wrapped(_("Source: {source}.").format(source=say(source)), NARROW):
            print(line)


@contextmanager
def counting() -> Iterator[Callable[[Study], None]]:
    """A listener that shows on the terminal of stderr how far a study is."""
    if not sys.stderr.isatty():
        yield lambda said: None
        return
    with stderr().status(_("counting")) as status:
        yield lambda said: status.update(f"{_('counting')}  {nodes(said.nodes)}")


def exported(chosen: Topic, format: str, question: StudyQuestion) -> Iterator[str]:
    """An answer whole in a format of the topic's own. Raises BadUsage where it has no such format, and CoreError."""
    formats = FORMATS.get(chosen.name, {})
    if format not in formats:
        raise BadUsage(
            "{topic} cannot be written as {format}; its formats are {formats}."
            if formats
            else "{topic} has no format of its own; --json and --csv print it for programs.",
            topic=chosen.name,
            format=repr(format),
            formats=", ".join(formats),
        )
    return formats[format](question)


def as_json(said: Study) -> dict[str, Any]:
    """A study as plain JSON values, its texts in English."""
    return {
        "topic": said.question.topic,
        "arguments": list(said.question.arguments),
        "moves": said.question.moves,
        "position": said.question.position,
        "title": say(said.title),
        "nodes": said.nodes,
        "final": said.final,
        "parts": {part.key: _part_json(part) for part in said.parts},
        "sources": [say(source) for source in said.sources],
    }


def _part_json(part: PagePart) -> dict[str, Any]:
    title = say(title_of(part))
    match part:
        case Text():
            return {"title": title, "text": paragraphs_of(part.told)}
        case StudyPicture():
            drawn = draw(part)
            return {"title": title, "lines": drawn.lines, "notes": paragraphs_of(drawn.legend)}
        case StudyTable():
            shown = laid_out(part, hidden=True)
            keys = [column.key for column in shown.columns]
            return {
                "title": title,
                "rows": [dict(zip(keys, (plain(cell.value) for cell in row), strict=True)) for row in shown.rows],
                "notes": paragraphs_of(part.notes),
            }


def plain(cell: Cell) -> Any:
    """A cell as a plain JSON value: a share as two numbers, a score as verdict, distance and how far it is proven."""
    match cell:
        case Share(part, whole):
            return {"part": part, "whole": whole}
        case Score():
            verdict = cell.verdict.value if cell.verdict else None
            return {"verdict": verdict, "value": cell.value, "proof": cell.proof.value, "plies": cell.plies}
        case Fact() | Phrase():
            return say(cell)
        case _:
            return cell


def as_csv(said: Study, name: str) -> Iterator[str]:
    """The lines of a table, and of those that come after it where it is one of several: page by page, so that there may be any
    number of them."""
    tables = {part.key: part for part in said.parts if isinstance(part, StudyTable)}
    if name not in tables:
        raise BadUsage(
            "{topic} has no table {name}; its tables are {tables}."
            if tables
            else "{topic} has no table; leave out --csv.",
            topic=said.question.topic,
            name=repr(name),
            tables=", ".join(tables),
        )
    table: StudyTable | None = tables[name]
    assert table is not None
    yield _line([column.key for column in laid_out(table, hidden=True).columns])
    while table:
        for row in laid_out(table, hidden=True).rows:
            yield _line([_flat(plain(cell.value)) for cell in row])
        table = answer(table.after).table(name) if table.after else None


def _line(fields: Sequence[object]) -> str:
    written = io.StringIO()
    csv.writer(written, lineterminator="").writerow(fields)
    return written.getvalue()


def _flat(value: object) -> object:
    """A value in one field: of a share the two numbers, of a score the verdict with its distance."""
    match value:
        case {"part": part, "whole": whole}:
            return f"{part}/{whole}"
        case {"verdict": None, "value": guess}:
            return f"~{guess:+.2f}"
        case {"verdict": verdict, "plies": plies}:
            return verdict if plies is None else f"{verdict} {plies}"
        case _:
            return value
