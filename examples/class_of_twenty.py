"""Teach a class of twenty: ask what it would do at three steps of a match, and print the answers.

    saleroom serve --no-open
    python examples/class_of_twenty.py http://127.0.0.1:8642 --out answers.csv

The program needs only a server and the standard library. Bots play a match; a teacher makes a class with one of its
steps as the first question, and twenty pupils answer at the same time. The teacher sees the answers while they arrive,
opens the question, and moves the class to the next decision of the same seat.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.request import Request, urlopen

PUPILS = 20
QUESTIONS = 3
BOT = {"kind": "bot", "player": "house"}
PAUSE = 0.5  # seconds between two requests for a match that is being played
LIMIT = 60  # seconds for a request


@dataclass
class Person:
    """A guest of the server."""

    api: str
    token: str = ""

    def ask(self, path: str, body: Any = None) -> Any:
        """Return the answer to a GET request, or to a POST request with a body."""
        headers = {"content-type": "application/json"}
        if self.token:
            headers["authorization"] = f"Bearer {self.token}"
        data = None if body is None else json.dumps(body).encode()
        with urlopen(Request(f"{self.api}/{path}", data, headers), timeout=LIMIT) as answer:
            text = answer.read().decode()
            return json.loads(text) if answer.headers.get_content_type() == "application/json" else text


def guest(api: str) -> Person:
    """Return a new guest."""
    return Person(api, Person(api).ask("guests", {})["token"])


def finished_match(teacher: Person, game: str) -> str:
    """Let four bots play a short match, and return its table."""
    options = {"rounds": 2} if game == "auction-house" else {"deals": 2}
    chairs = [BOT] * 4
    asked = {"game": game, "name": "Teacher", "chairs": chairs, "options": options, "start": True, "pace": "quick"}
    table = teacher.ask("tables", asked)["id"]
    while teacher.ask(f"tables/{table}")["status"] != "over":
        time.sleep(PAUSE)
    return table


def first_step(teacher: Person, table: str) -> dict[str, Any]:
    """Return the first step of a match at which a seat has to act, with this seat."""
    steps = teacher.ask(f"tables/{table}/story/1")["steps"]
    number, acting = next(
        (number, step["board"]["acting"]) for number, step in enumerate(steps) if step["board"]["acting"]
    )
    return {"table": table, "deal": 1, "step": number, "seat": acting[0]}


def join(api: str, classroom: str, number: int) -> Person:
    """Return a new pupil who has joined the class."""
    pupil = guest(api)
    pupil.ask(f"classes/{classroom}/join", {"name": f"Pupil {number}"})
    return pupil


def answer(pupil: Person, classroom: str, seed: int) -> None:
    """Answer the current question with a random legal action. The pupil sees only what the seat saw."""
    question = pupil.ask(f"classes/{classroom}/question")
    mine = question["mine"]
    choices = mine["legal"] or [f"bid {mine['bids']['low']}"]
    action = random.Random(seed).choice(choices)
    pupil.ask(f"classes/{classroom}/answer", {"number": question["number"], "action": action})


def move_on(teacher: Person, classroom: str, number: int) -> bool:
    """Ask about the next decision of the seat as question `number`; return False if the match has no later one."""
    try:
        teacher.ask(f"classes/{classroom}/next", {"number": number})
    except HTTPError as error:
        if json.load(error)["key"] != "class.no-later":
            raise
        return False
    return True


def report(page: dict[str, Any]) -> str:
    """Return the answers to an open question, and what the search prefers, as text."""
    result, progress = page["result"], page["progress"]
    lines = [f"Question {page['number']}: {progress['answered']} of {len(progress['people'])} have answered."]
    lines += [f"  {row['count']:3}  {row['action']}" for row in result["tally"]]
    advice = result["advice"]
    return "\n".join([*lines, f"  The search prefers: {advice['action']}. In the match: {advice['played']}."])


def teach(api: str, game: str, out: Path | None) -> None:
    """Teach the class, print the answers to each question, and write all of them to `out`."""
    teacher = guest(api)
    table = finished_match(teacher, game)
    classroom = teacher.ask("classes", first_step(teacher, table))["id"]
    print(f"The class: {api.removesuffix('/api')}/class/{classroom}")
    with ThreadPoolExecutor(PUPILS) as threads:
        pupils = list(threads.map(lambda number: join(api, classroom, number), range(1, PUPILS + 1)))
        for number in range(1, QUESTIONS + 1):
            list(threads.map(lambda each: answer(each[1], classroom, each[0]), enumerate(pupils)))
            print(report(teacher.ask(f"classes/{classroom}/open", {"number": number})))
            if number == QUESTIONS or not move_on(teacher, classroom, number + 1):
                break
    if out is not None:
        out.write_text(teacher.ask(f"classes/{classroom}/answers.csv"), encoding="utf-8", newline="")
        print(f"Written: {out}")


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the example."""
    parser = argparse.ArgumentParser(description="Teach a class of twenty on a running server.")
    parser.add_argument("server", nargs="?", default="http://127.0.0.1:8642", help="address of the server")
    parser.add_argument("--game", default="auction-pitch", help="the game")
    parser.add_argument("--out", type=Path, help="file for all answers, as CSV")
    given = parser.parse_args(arguments)
    try:
        teach(f"{given.server.rstrip('/')}/api", given.game, given.out)
    except HTTPError as error:
        sys.exit(f"The server refuses: {error.read().decode()}")
    except URLError as error:
        sys.exit(f"No server at {given.server} ({error.reason}). Start one: saleroom serve --no-open")


if __name__ == "__main__":
    main()
