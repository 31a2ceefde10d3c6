"""The command that prints what can be studied: counts, tables, trees and graphs of a board, each with its source."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Annotated

import typer

from core.study import TOPICS, answer, topic
from core.study.study import Study, StudyQuestion, StudyTable, Topic, plain
from tui.command import output
from tui.command.arguments import JSON, MOVES, POSITION, BadUsage, example
from tui.command.records import opened_store

app = typer.Typer()


def _topics() -> list[str]:
    return list(TOPICS)


@app.command(
    help="Tell what there is to learn of a board: counts, tables, trees, graphs.", **example("study games mnk:4,3,3")
)
def study(
    context: typer.Context,
    name: Annotated[
        str | None, typer.Argument(metavar="TOPIC", autocompletion=_topics, help="Without it the topics are listed.")
    ] = None,
    arguments: Annotated[
        list[str] | None, typer.Argument(metavar="ARGUMENTS", help="Which board, in the notation of the hall.")
    ] = None,
    moves: MOVES = "",
    position: POSITION = None,
    as_json: JSON = False,
    as_csv: Annotated[
        str | None,
        typer.Option("--csv", metavar="TABLE", help="Print one table whole as CSV; a wrong name lists them."),
    ] = None,
    export: Annotated[
        str | None,
        typer.Option("--as", metavar="FORMAT", help="Print it in a format of the topic's own, as dot of a graph."),
    ] = None,
) -> None:
    """Print what a topic says."""
    if name is None:
        output.topics([TOPICS[each] for each in TOPICS], as_json)
        return
    if [as_json, as_csv is not None, export is not None].count(True) > 1:
        raise BadUsage("--json, --csv and --as are three ways to print one answer; name one of them.")
    question = StudyQuestion(name, tuple(arguments or ()), moves, position)
    if export is not None:
        for line in _exported(topic(name), export, question):
            print(line)
        return
    wanted = list(topic(name).wants())
    if wanted:
        with opened_store(context.obj) as store:
            question = replace(question, known=tuple(store.found(wanted)))
    with output.counting() as listener:
        said = answer(question, listener)
    if said.learned:
        with opened_store(context.obj) as store:
            store.learn(said.learned)
    practised = topic(name).practised
    if practised:
        with opened_store(context.obj) as store:
            said = practised(said, store.practice())
    if as_json:
        print(json.dumps(said.to_json()))
    elif as_csv is not None:
        for line in _csv(said, as_csv):
            print(line)
    else:
        output.study(said)


def _exported(chosen: Topic, format: str, question: StudyQuestion) -> Iterator[str]:
    if format not in chosen.exports:
        raise BadUsage(
            "{topic} is not written as {format}; it has {formats}."
            if chosen.exports
            else "{topic} has no format of its own; --json and --csv print it for programs.",
            topic=chosen.name,
            format=repr(format),
            formats=", ".join(chosen.exports),
        )
    return chosen.exports[format](question)


def _csv(said: Study, name: str) -> Iterator[str]:
    """The lines of a table, and of those that come after it where it is one of several: page by page, so that there may be any
    number of them."""
    tables = {part.key: part for part in said.parts if isinstance(part, StudyTable)}
    if name not in tables:
        raise BadUsage(
            "{topic} has no table {name}; its tables are {tables}."
            if tables
            else "{topic} has no table at all; leave out --csv.",
            topic=said.question.topic,
            name=repr(name),
            tables=", ".join(tables),
        )
    table: StudyTable | None = tables[name]
    assert table is not None
    yield _line([column.key for column in table.columns])
    while table:
        for row in table.rows:
            yield _line([_flat(plain(cell)) for cell in row])
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
