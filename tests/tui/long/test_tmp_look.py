import os, pytest
from core.study.study import StudyQuestion
from tests.tui.hall import Door
from tui.screens.study.document import StudyScreen
SIZES=[tuple(map(int,s.split("x"))) for s in os.environ.get("SIZES","80x24").split()]
TOPICS=os.environ.get("TOPICS","games").split(",")
LANG=os.environ.get("SPEAK","en")
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("words", TOPICS)
async def test_look(hall: Door, size, words, monkeypatch) -> None:
    monkeypatch.setattr("core.study.search.mnk.BUDGETS", ())
    hall.furnish(language=LANG)
    async with hall(size=size) as visit:
        topic,*args=words.split()
        visit.app.study(StudyQuestion(topic, tuple(args)))
        await visit.until(lambda: isinstance(visit.app.screen, StudyScreen) and visit.app.screen.study and visit.app.screen.study.final)
        await visit.settle()
        screen=visit.app.screen
        only=os.environ.get("PAGES")
        for i,part in enumerate(screen.parts):
            if only is None or str(i) in only.split():
                print("\n#####", words, size, part and part.key); print(visit.text)
                if os.environ.get("BEHIND") and screen.check_action("table",()):
                    await visit.do("table"); await visit.settle(); print("##### behind"); print(visit.text); await visit.do("table")
                if os.environ.get("SRC"):
                    await visit.do("sources"); await visit.settle(); print("##### sources"); print(visit.text); await visit.do("sources")
            if len(screen.parts) > 1: await visit.do("next_part"); await visit.settle()
