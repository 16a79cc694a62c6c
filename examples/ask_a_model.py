"""Let language models play a seat, all on the same deals, and report their results.

    python examples/ask_a_model.py auction-pitch --deals 20 --among house
    python examples/ask_a_model.py auction-pitch --deals 50 --judge search:400 --expect --planted
    python examples/ask_a_model.py auction-pitch --command "my-model --temperature 0" --out talk.jsonl
    python examples/ask_a_model.py auction-pitch --endpoint http://127.0.0.1:8000/v1 --model a --model b --among b

A model takes a prompt and returns a reply. A model is either a program, which reads the prompt from its input and
writes the reply to its output, or a server with OpenAI's chat completions API. If neither is given, a stub replies, so
that the example runs without a model.
"""

from __future__ import annotations

import argparse
import contextlib
import hashlib
import sys
from pathlib import Path
from threading import TIMEOUT_MAX
from typing import Any

from language_models.auctions import Judge
from language_models.endpoint import Endpoint, key_from
from language_models.faulty_bots import NAMES as PLANTED
from language_models.measuring import Rounds, report
from language_models.model_player import ModelPlayer, preface
from language_models.program import Broken, Program
from rich.console import Console

from saleroom.envs.opponents import by_seat
from saleroom.envs.terms import Terms
from saleroom.games import load
from saleroom.kernel.options import parse_options, split_options

STUB = "stub"
WIDTH = 160
"""Width of the tables in characters if the output is not a terminal."""


def main(argv: list[str] | None = None) -> int:
    """Run the program; return its exit status."""
    given = arguments().parse_args(argv)
    try:
        with contextlib.ExitStack() as stack:
            rounds = agreed(given)
            judge = Judge(rounds.terms, given.judge) if given.judge else None
            models = {**{command: Program(command, given.limit) for command in given.command}, **endpoints(given)}
            out = stack.enter_context(given.out.open("x", encoding="utf-8")) if given.out else None
            above = preface(rounds.terms, given.rules)
            named = models or {STUB: stub}
            asked = [ModelPlayer(name, model, above, given.list, out, given.expect) for name, model in named.items()]
            Console(width=None if sys.stdout.isatty() else WIDTH).print(
                report(rounds, asked, judge, PLANTED if given.planted else ())
            )
    except (ValueError, OSError, Broken) as error:
        print(f"ask_a_model: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("stopped before all had been asked; what was said is in the transcript, if there is one", file=sys.stderr)
        return 130
    return 0


def arguments() -> argparse.ArgumentParser:
    """Return the parser of the command line."""
    parser = argparse.ArgumentParser(description="Let language models play a seat, and tell how well they do.")
    parser.add_argument("game", help="a game, by name or part of it")
    parser.add_argument("--command", action="append", default=[], help="a program that is a model; may be repeated")
    parser.add_argument("--endpoint", metavar="URL", help="a server with /chat/completions, as OpenAI has it")
    parser.add_argument("--model", action="append", default=[], help="a model of that server; may be repeated")
    parser.add_argument(
        "--key", default="OPENAI_API_KEY", metavar="VARIABLE", help="what in the environment is its key"
    )
    parser.add_argument("--temperature", type=float, help="sent with every question to the server")
    parser.add_argument("--at-once", type=int, default=1, help="how many tables play at a time")
    parser.add_argument("--limit", type=float, default=60.0, help="seconds that a reply may take")
    parser.add_argument("--deals", type=int, default=10, help="how many; each is played once in every seat")
    parser.add_argument("--among", default="house", help="who plays the other seats: a player of ours, or a model")
    parser.add_argument("--judge", metavar="SEARCH", help="judge each bid and pass by this search, such as search:400")
    parser.add_argument("--expect", action="store_true", help="in auctions, ask for the score that the model expects")
    parser.add_argument(
        "--planted", action="store_true", help="also measure a player that never bids and one that overbids"
    )
    parser.add_argument("--list", action=argparse.BooleanOptionalAction, default=True, help="list the legal actions")
    parser.add_argument("--rules", action=argparse.BooleanOptionalAction, default=True, help="tell the rules")
    parser.add_argument("--seats", type=int, help="how many play")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="an option of the game")
    parser.add_argument("--scope", choices=["deal", "match"], default="deal", help="play deals, or whole matches")
    parser.add_argument("--seed", type=int, default=0, help="the chance of everything")
    parser.add_argument("--out", type=Path, help="a file for the transcript, in lines of JSON")
    return parser


def agreed(given: argparse.Namespace) -> Rounds:
    """Return the rounds to play; raise `ValueError` if the arguments are wrong."""
    for name in ("deals", "at_once"):
        if getattr(given, name) < 1:
            raise ValueError(f"--{name.replace('_', '-')} is {getattr(given, name)}; it must be above 0")
    if not 0 < given.limit <= TIMEOUT_MAX:
        raise ValueError(f"--limit is {given.limit}; it must be a number of seconds, such as 60")
    if given.seed < 0:
        raise ValueError(f"--seed is {given.seed}; it must not be below 0")
    check_models(given)
    if given.out and given.out.exists():
        raise ValueError(f"{given.out} exists; name another file")
    game = load(given.game)
    options: dict[str, Any] = parse_options(game.options, split_options(given.option), game.name)
    terms = Terms.of(game.name, given.seats, given.scope, **options)
    if given.among not in [*given.model, *given.command]:
        by_seat(given.among, 0, terms.seats)
    return Rounds(terms, given.deals, given.among, given.seed, given.at_once)


def check_models(given: argparse.Namespace) -> None:
    """Raise `ValueError` if a model is named twice, or if one of model and server is given without the other."""
    for option in ("command", "model"):
        named = getattr(given, option)
        if twice := [name for name in named if named.count(name) > 1]:
            raise ValueError(f"--{option} is given more than once as {twice[0]!r}; each model is measured once")
    if bool(given.model) != bool(given.endpoint):
        raise ValueError("--endpoint and --model go together: a server, and which of its models are asked")
    if given.among in (models := [*given.model, *given.command]) and len(models) < 2:
        raise ValueError(f"--among {given.among}: name another model that is measured among it")


def endpoints(given: argparse.Namespace) -> dict[str, Endpoint]:
    """Return the models on the server, by name."""
    settings = {} if given.temperature is None else {"temperature": given.temperature}
    return {name: Endpoint(given.endpoint, name, given.limit, key_from(given.key), settings) for name in given.model}


def stub(prompt: str) -> str:
    """Return a reply that depends only on the prompt.

    The reply is mostly an action from the prompt's list, and sometimes nonsense.
    """
    number = int.from_bytes(hashlib.sha256(prompt.encode()).digest()[:8], "big")
    listed = [line[2:] for line in prompt.partition("You may:\n")[2].splitlines() if line.startswith("- ")]
    if not listed or number % 8 == 0:
        return "I would rather sing." if number % 16 == 0 else "pass"
    action = listed[(number >> 8) % len(listed)]
    return (action, f"Let me think.\n\n**{action.upper()}.**", f'Action: "{action}"')[number % 3]


if __name__ == "__main__":
    sys.exit(main())
