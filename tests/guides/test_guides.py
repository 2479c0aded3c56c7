"""Every guide is played through the real rules: whoever follows its words comes to its end."""

from __future__ import annotations

import re

import msgspec
import pytest

import fourleaf
from tests.guides.guides import GuideStep, Lesson, guide_of, guided, spelled

pytestmark = pytest.mark.parametrize("game", guided())
LONGEST = 200
"""Letters that the guide's card has room for on a phone."""


def ways_of(step: GuideStep) -> list[list[str]]:
    return step.ways if isinstance(step.ways, list) else []


def test_a_guide_has_eight_to_fourteen_steps_with_a_refusal_and_ends_with_a_word(game: str) -> None:
    steps = guide_of(game).steps
    assert 8 <= len(steps) <= 14
    assert steps[0].position is not None
    assert steps[-1].is_read, "the last step is followed by a free game"
    assert any(step.refusal for step in steps)


def test_a_step_asks_for_one_thing_and_a_chapter_begins_when_the_last_has_been_read(game: str) -> None:
    steps = guide_of(game).steps
    for number, step in enumerate(steps):
        asked = [step.ways is not None, step.refusal is not None, step.touch is not None]
        assert sum(asked) <= 1, step.says
        if number and step.position is not None:
            assert steps[number - 1].is_read, f"what was played before has been seen when this begins: {step.says}"
        if step.ways == "any":
            assert steps[number + 1].is_read, step.says
            assert steps[number + 2].position is not None, step.says


def test_every_way_is_legal_move_by_move_and_leads_on(game: str) -> None:
    lesson = Lesson(game)
    for number, step in lesson:
        for way in ways_of(step):
            assert way == [spelled(game, move) for move in way]
            for made in range(len(way)):
                now = lesson.now(*way[:made])
                assert way[made] in now.texts, f"step {number}: {way[made]}"
            lesson.now(*way, *step.then)
        if step.ways == "any":
            for move in lesson.now().texts:
                lesson.now(move, *step.then)
        if not step.is_read:
            assert lesson.now().now.actor == lesson.guide.seat, f"step {number}: it is somebody else's turn"


def test_no_way_is_the_beginning_of_another(game: str) -> None:
    for step in guide_of(game).steps:
        for one in ways_of(step):
            assert not any(other != one and other[: len(one)] == one for other in ways_of(step)), one


def test_nothing_in_a_chapter_is_left_to_a_seed(game: str) -> None:
    lesson = Lesson(game)
    for number, step in lesson:
        for way in ways_of(step) or [[]]:
            ends = [lesson.after(*way, *step.then, seed=seed).steps[-1].now.view for seed in range(4)]
            assert all(end == ends[0] for end in ends), f"step {number}: what comes after {way} is not scripted"


def test_every_number_that_is_said_lies_on_the_table_or_was_told(game: str) -> None:
    lesson = Lesson(game)
    for number, step in lesson:
        study = lesson.after()
        told = [happening.line for one in study.steps for happening in one.happened]
        known = set(re.findall(r"\d+", f"{told} {msgspec.json.encode(study.steps[-1]).decode()}"))
        for words in (step.says, *step.instead.values()):
            said = set(re.findall(r"\d+", words))
            assert said <= known, f"step {number}: nothing says {said - known} here: {words}"


def strays_from(lesson: Lesson, step: GuideStep) -> set[str]:
    """Moves that are legal somewhere on the ways of a step and lead off all of them."""
    ways = ways_of(step)
    reached = {tuple(way[:made]) for way in ways or [[]] for made in range(len(way) or 1)}
    return {
        move
        for begun in reached
        for move in lesson.now(*begun).texts
        if not any(way[: len(begun) + 1] == [*begun, move] for way in ways)
    }


def test_what_is_said_of_other_moves_is_said_of_legal_ones_that_lead_off(game: str) -> None:
    lesson = Lesson(game)
    for number, step in lesson:
        unheard = set(step.instead) - (strays_from(lesson, step) if step.instead else set())
        assert not unheard, f"step {number}: {unheard}"


def test_what_is_to_be_refused_is_refused_by_the_clause(game: str) -> None:
    lesson = Lesson(game)
    for number, step in lesson:
        if step.refusal is None:
            continue
        refused = lesson.after(step.refusal.wish).refused
        assert refused is not None, f"step {number}: {step.refusal.wish} is legal"
        assert refused.clause == step.refusal.clause, f"step {number}: {refused}"
        assert step.refusal.clause in fourleaf.game(game).rulebook.clauses


def test_words_are_short_and_plain(game: str) -> None:
    for step in guide_of(game).steps:
        for words in (step.says, *step.instead.values()):
            assert len(words) <= LONGEST, f"{len(words)} letters: {words}"
            assert not re.search(r"!|\bseat \d|\btrue\b", words), words
            assert re.fullmatch(r"[A-Z].*[.:?]", words), words
