"""Random rule sets on both executors: what the checker accepts must be played alike, decision for decision."""

from __future__ import annotations

import sys

from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from interpreter.run.engine import FRAMES
from tools.differential.hunt import Hunt, Settings
from tools.differential.passes import every_choice
from tools.differential.rulesets.write import rule_set
from tools.differential.trial import Effort, try_rules

EFFORT = Effort(games=1, decisions=40, thorough=0.1)
CHOICES = every_choice()

# Every executor asks for it, and Hypothesis does not like it changed while it runs.
sys.setrecursionlimit(max(sys.getrecursionlimit(), FRAMES))


# The same sample each time; `python -m tools.differential` goes further. Rule sets that differ are made smaller here,
# line by line; Hypothesis could only try other seeds.
@settings(
    max_examples=30, database=None, derandomize=True, phases=[Phase.generate], suppress_health_check=list(HealthCheck)
)
@given(st.integers(0, 2**32 - 1))
def test_random_rule_sets_are_played_alike(seed):
    rules = rule_set(seed)
    passes = [CHOICES[0], CHOICES[seed % len(CHOICES)]]
    difference = try_rules(rules, passes, EFFORT, seed).difference
    if difference is not None:
        hunt = Hunt(Settings(passes, seed, EFFORT.decisions, 60), [])
        smaller, difference = hunt.shrunk(rules, difference, EFFORT, seed)
        raise AssertionError(f"rule set {seed}, made smaller:\n{smaller.text()}\n{difference.text()}")
