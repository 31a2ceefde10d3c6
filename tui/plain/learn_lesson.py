"""The topics of study in sentences, read part by part."""

from __future__ import annotations

from collections.abc import Sequence

from core.study import TOPICS
from core.study.study import Study, StudyQuestion
from tui.plain.desk import Desk
from tui.plain.inquiry import Inquiry
from tui.plain.lesson import Lesson
from tui.plain.spoken_study import SpokenPart, spoken
from tui.plain.vocabulary import folded, number_in
from tui.text.catalogue import _, say


def topics() -> list[str]:
    """The topics, a line for each."""
    listed = enumerate(TOPICS.items(), 1)
    return [
        _("The topics; say learn and a number or a name."),
        *(f"{number}. {say(topic.title)}, {name}: {say(topic.summary)}" for number, (name, topic) in listed),
    ]


def topic_named(text: str) -> str | None:
    """The topic of a number of the list, a name or a title; None if there is none."""
    names, number = list(TOPICS), number_in(text)
    if number is not None:
        return names[number - 1] if 0 < number <= len(names) else None
    return next((name for name in names if folded(text) in (name, folded(say(TOPICS[name].title)))), None)


class LearnLesson(Lesson):
    """Reads the answer to a question part by part."""

    words = ("next", "back", "more")

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._inquiry = Inquiry(desk, self._read)
        self._parts: Sequence[SpokenPart] = ()
        self._at = 0

    @property
    def rests(self) -> bool:
        """Whether the answer is there."""
        return self._inquiry.rests

    async def begin(self, question: StudyQuestion) -> None:
        """Ask."""
        self._desk.out(_("Counting; say stop or press Ctrl-C to stop waiting."))
        await self._inquiry.begin(question)

    def _read(self, study: Study | None) -> None:
        if study is None:
            return
        self._parts, self._at = spoken(study), 0
        titles = "; ".join(f"{number}. {part.title}" for number, part in enumerate(self._parts, 1))
        self._desk.out(f"{say(study.title)}. " + _("Its parts: {titles}.").format(titles=titles))
        self._tell()

    def _tell(self) -> None:
        part, count = self._parts[self._at], len(self._parts)
        heading = _("Part {number} of {count}: {title}.").format(number=self._at + 1, count=count, title=part.title)
        self._desk.answer.say([heading, *part.lines])

    async def do(self, word: str) -> None:
        """To the next part, the one before, or the rows after these."""
        at = self._at + {"next": 1, "back": -1, "more": 0}[word]
        if not self._parts:
            self._desk.out(_("No topic is open; say learn and a number to open one."))
        elif word == "more":
            await self._more()
        elif 0 <= at < len(self._parts):
            self._at = at
            self._tell()
        else:
            self._desk.out(_("That is the last part.") if word == "next" else _("That is the first part."))

    async def _more(self) -> None:
        after = self._parts[self._at].after
        if after:
            await self._inquiry.close()
            self._inquiry = Inquiry(self._desk, self._read)
            await self.begin(after)
        else:
            self._desk.out(_("This part has no more; say next for the next one."))

    def halt(self) -> None:
        """Read what is known by now."""
        self._inquiry.halt()

    async def close(self) -> None:
        """End the process that counts."""
        await self._inquiry.close()
