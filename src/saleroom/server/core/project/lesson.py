"""First lessons: short scripted deals, shown in the browser from the learner's seat.

A game's script (`display/lesson.py`) contains the cards and the other players' actions. As in a real match, messages to
the learner contain only what the learner's seat sees.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from saleroom import games
from saleroom.games import full_name, load
from saleroom.kernel.refusals import Refusal
from saleroom.match import deal_history
from saleroom.match.boards import Position, own_part, public_board
from saleroom.match.match import Match
from saleroom.server.protocol.match_bodies import Lesson, LessonStep
from saleroom.toolkit.display.lesson import LEARNER, NAMES, Script


class NoLesson(Refusal):
    """Error: the game has no first lesson."""


def script(name: str) -> Script:
    """Return the lesson script of the game whose full name is `name`; raise `NoLesson` if there is none."""
    lesson = games.package(name).lesson()
    if lesson is None:
        raise NoLesson("no-lesson", game=name)
    return lesson.SCRIPT


@cache
def lesson(game: str) -> Lesson:
    """Return the first lesson of a game; raise `NoLesson` if it has none, or `UnknownGame` if there is no such game."""
    name = full_name(game)
    lesson_script = script(name)
    names = list(NAMES[: len(lesson_script.hands)])
    match = new_match(name, lesson_script, names)
    steps = list(_steps(match, lesson_script))
    return Lesson(game=name, seat=LEARNER, names=names, options=match.options, steps=steps)


def new_match(name: str, lesson_script: Script, names: list[str]) -> Match:
    """Return a match in which the cards of a lesson's script have been dealt."""
    game = load(name)
    match = Match(
        game, game.settle_options(lesson_script.options, len(names)), names, seed=0, first=lesson_script.dealer
    )
    for seat, pieces in enumerate(lesson_script.hands):
        match.apply_event(f"table deal {seat} {pieces}")
    return match


def _steps(match: Match, lesson_script: Script) -> Iterator[LessonStep]:
    """Yield one step for each beat (entry) of the script, with the table and the events since the previous beat."""
    deals, public = deal_history.seen_deals(match, LEARNER), deal_history.seen_deals(match, "public")
    fresh = list(deals[-1].events)
    for beat in lesson_script.beats:
        now = Position(match)
        yield LessonStep(
            say=f"lesson.{beat.say}",
            expect=beat.expect,
            board=public_board(now, public),
            mine=own_part(now, LEARNER, deals),
            events=fresh,
        )
        happened = beat.then if beat.expect is None else (f"{LEARNER} {beat.expect}", *beat.then)
        for event in happened:
            match.apply_event(event)
        match.run_table()  # if the match continues, deal the next deal
        fresh = deal_history.update_seen_deals(match, LEARNER, deals)
        deal_history.update_seen_deals(match, "public", public)
