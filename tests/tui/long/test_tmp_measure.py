import cProfile, pstats, time
import pytest
from core.study.study import StudyQuestion
from tests.tui.hall import Door
from tests.tui.sent import bytes_of
from tui.screens.study.document import StudyScreen

@pytest.fixture
def painting() -> None:
    """As in a terminal."""

@pytest.mark.parametrize("size", [(80,24),(120,40)])
async def test_measure(hall: Door, size) -> None:
    async with hall(size=size) as visit:
        visit.app.study(StudyQuestion("listing"))
        await visit.until(lambda: isinstance(visit.app.screen, StudyScreen) and visit.app.screen.study)
        await visit.settle()
        await visit.press("down")
        costs = [await bytes_of(visit, lambda: visit.press("down")) for _ in range(3)]
        right = [await bytes_of(visit, lambda: visit.press("right")) for _ in range(2)]
        screen = visit.app.screen
        async def notice(): screen.say("A notice.")
        n = await bytes_of(visit, notice)
        await visit.settle()
        prof = cProfile.Profile()
        t = time.perf_counter()
        prof.enable(); screen.say("Another one."); await visit.settle(); prof.disable()
        ms = (time.perf_counter()-t)*1000
        stats = pstats.Stats(prof)
        t = time.perf_counter()
        screen.show_all()
        alone = (time.perf_counter()-t)*1000
        prof2 = cProfile.Profile()
        prof2.enable(); screen.show_all(); prof2.disable()
        s2 = pstats.Stats(prof2)
        print("\nSIZE", size, "down", costs, "right", right, "notice bytes", n, "calls of a notice", stats.total_calls, f"{ms:.0f} ms profiled; show_all {alone:.1f} ms, {s2.total_calls} calls")
        await visit.do("next_part") if False else None
