"""The command that prints what can be studied: counts, tables, trees and graphs of a board, each with its source."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Annotated

import typer

from core.study import TOPICS, answer, topic
from core.study.study import (
    StudyQuestion,
)
from tui.command.arguments import JSON, MOVES, POSITION, example
from tui.command.caller import BadUsage
from tui.command.records import opened_store
from tui.household import own_files
from tui.household.settings_file import folders
from tui.text.catalogue import in_english

app = typer.Typer()


def _topics() -> list[str]:
    return list(TOPICS)


@app.command(help="Study a board: counts, tables, trees and graphs.", **example("study games mnk:4,3,3"))
def study(
    context: typer.Context,
    name: Annotated[
        str | None,
        typer.Argument(metavar="TOPIC", autocompletion=_topics, help="A topic; without one, list the topics."),
    ] = None,
    arguments: Annotated[
        list[str] | None, typer.Argument(metavar="ARGUMENTS", help="The board of the topic, such as nim:3,4,5.")
    ] = None,
    moves: MOVES = "",
    position: POSITION = None,
    as_json: JSON = False,
    as_csv: Annotated[
        str | None,
        typer.Option("--csv", metavar="TABLE", help="Print a whole table as CSV; a wrong name lists the tables."),
    ] = None,
    export: Annotated[
        str | None,
        typer.Option("--as", metavar="FORMAT", help="Print in a format of the topic, such as dot for a graph."),
    ] = None,
) -> None:
    """Print what a topic says."""
    from tui.command import output_study  # which draws, and so knows all topics

    if name is None:
        output_study.topics([TOPICS[each] for each in TOPICS], as_json)
        return
    if [as_json, as_csv is not None, export is not None].count(True) > 1:
        raise BadUsage("--json, --csv and --as are three ways to print one answer; choose one of them.")
    question = StudyQuestion(
        name, own_files.words(arguments or (), folders(context.obj.surroundings.home)[0]), moves, position
    )
    if export is not None:
        with in_english():
            for line in output_study.exported(topic(name), export, question):
                print(line)
        return
    wanted = list(topic(name).wants())
    if wanted:
        with opened_store(context.obj) as store:
            question = replace(question, known=tuple(store.found(wanted)))
    with output_study.counting() as listener:
        said = answer(question, listener)
    if said.learned:
        with opened_store(context.obj) as store:
            store.learn(said.learned)
    practised = topic(name).practised
    if practised:
        with opened_store(context.obj) as store:
            said = practised(said, store.practice())
    if as_json:
        with in_english():
            print(json.dumps(output_study.as_json(said)))
    elif as_csv is not None:
        with in_english():
            for line in output_study.as_csv(said, as_csv):
                print(line)
    else:
        output_study.study(said)
