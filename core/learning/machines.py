"""The machines that learn, by name."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from core.learning.classes import Classes
from core.learning.learner import Learner
from core.learning.menace import Menace
from core.learning.q_learning import QLearner

MACHINES: Mapping[str, Callable[[Classes], Learner]] = {"menace": Menace, "q": QLearner}
