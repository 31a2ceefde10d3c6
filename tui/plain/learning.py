"""The topics of study in sentences: they are counted in another process, and read part by part."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import replace
from math import isfinite
from typing import TYPE_CHECKING

from core.errors import CoreError, StoreBroken
from core.store.rows import Practice
from core.study import TOPICS, topic
from core.study.study import Study, StudyQuestion
from tui.plain import studied
from tui.plain.lesson import Desk, Lesson
from tui.plain.looking import looked_up
from tui.plain.studied import SpokenPart
from tui.plain.vocabulary import folded
from tui.text.catalogue import _, say

if TYPE_CHECKING:
    from core.study.process import Studying


def topics() -> list[str]:
    """What there is to learn, a line for each."""
    said = [_("What there is to learn; say learn and a number or a name.")]
    for number, name in enumerate(TOPICS, 1):
        found = TOPICS[name]
        said.append(f"{number}. {say(found.title)}, {name}: {say(found.summary)}")
    return said


def named(text: str) -> str | None:
    """The topic that a number of the list, a name or a title means; None where it means none."""
    listed = list(TOPICS)
    if text.isascii() and text.isdecimal() and len(text) < 4:
        return listed[int(text) - 1] if 0 < int(text) <= len(listed) else None
    return next((name for name in listed if folded(text) in (name, folded(say(TOPICS[name].title)))), None)


class Inquiry:
    """Has a question answered in another process. ``then`` is called with the answer, or None where there is none."""

    def __init__(self, desk: Desk, then: Callable[[Study | None], None]) -> None:
        self._desk = desk
        self._then: Callable[[Study | None], None] | None = then
        self._studying: Studying | None = None
        self._study: Study | None = None
        self._known = 0
        self._practice: Practice = {}

    @property
    def rests(self) -> bool:
        """Whether nobody waits for it any more."""
        return self._then is None

    async def begin(self, question: StudyQuestion) -> None:
        """Ask. What earlier answers have kept is known; what comes of exercises is told."""
        from core.study.process import Studying

        household, asked = self._desk.household, topic(question.topic)
        wanted = list(asked.wants())
        try:
            known = await looked_up(household.keeper, lambda store: store.found(wanted)) if wanted else []
            self._practice = (
                await looked_up(household.keeper, lambda store: store.practice()) if asked.practised else {}
            )
        except StoreBroken as error:
            self._desk.out(say(error))
            known = []
        self._known = len(known)
        question = replace(question, known=tuple(known))
        self._studying = Studying(question, self._hear, self._fail, stderr=household.log_file)
        if isfinite(asked.patience):
            asyncio.get_running_loop().call_later(asked.patience, self.halt)

    def _hear(self, study: Study) -> None:
        new = study.learned[self._known :]
        if new:
            self._known = len(study.learned)
            self._desk.household.keeper.read(lambda store: store.learn(new), lambda nothing: None, self._warn)
        practised = topic(study.question.topic).practised
        self._study = practised(study, self._practice) if practised else study
        if study.final:
            self._answer()

    def _warn(self, error: CoreError) -> None:
        self._desk.out(say(error))

    def _fail(self, error: CoreError) -> None:
        self._desk.out(say(error))
        self._study = None
        self._answer()

    def halt(self) -> None:
        """Take what has come by now for the answer."""
        if self._then and self._study is None:
            self._desk.out(_("Nothing was counted by now."))
        self._answer()

    def _answer(self) -> None:
        then, self._then = self._then, None
        if then:
            then(self._study)
        self._desk.changed()

    async def close(self) -> None:
        """End the process."""
        self._then = None
        if self._studying:
            await self._studying.close()


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
        self._desk.out(_("It is being counted; say stop or press Ctrl-C to wait no longer."))
        await self._inquiry.begin(question)

    def _read(self, study: Study | None) -> None:
        if study is None:  # which was said
            return
        self._parts = studied.parts(study)
        self._at = 0
        titles = "; ".join(f"{number}. {part.title}" for number, part in enumerate(self._parts, 1))
        self._desk.out(f"{say(study.title)}. " + _("Its parts: {titles}.").format(titles=titles))
        self._tell()

    def _tell(self) -> None:
        part, count = self._parts[self._at], len(self._parts)
        heading = _("Part {number} of {count}: {title}.").format(number=self._at + 1, count=count, title=part.title)
        self._desk.pages.say([heading, *part.lines])

    async def do(self, word: str) -> None:
        """To the next part, the one before, or the rows after these."""
        if word == "more":
            after = self._parts[self._at].after if self._parts else None
            if after:
                await self._inquiry.close()
                self._inquiry = Inquiry(self._desk, self._read)
                await self.begin(after)
            else:
                self._desk.out(_("There is no more here; next goes to the next part."))
            return
        if not self._parts:
            self._desk.out(_("No answer is open; learn and a number asks again."))
            return
        at = self._at + (1 if word == "next" else -1)
        if 0 <= at < len(self._parts):
            self._at = at
            self._tell()
        else:
            self._desk.out(_("That is the last part.") if word == "next" else _("That is the first part."))

    def halt(self) -> None:
        """Read what has come by now."""
        self._inquiry.halt()

    async def close(self) -> None:
        """End what counts."""
        await self._inquiry.close()
