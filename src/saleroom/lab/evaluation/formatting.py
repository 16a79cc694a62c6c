"""Evaluation results as terminal lines, as Markdown for a paper or repository, and as an HTML page."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from typing import Any

from saleroom.bots.sealed.isolation import PARTS
from saleroom.lab.evaluation.exploitability import bound
from saleroom.lab.evaluation.exploitability import errors as exploit_errors
from saleroom.lab.evaluation.running import Evaluation
from saleroom.lab.protocol_errors import ProtocolErrors, sentences
from saleroom.lab.reports import pages
from saleroom.lab.reports.wording import duration, number, span

MISSING = {"network": "reach the network", "files": "read and write files", "processes": "see other processes"}
"""What a policy can do if a part of the isolation is missing."""
HEAD = ("Against", "Seats", "Deals", "Ahead by", "95 % interval", "Said", "Time a decision")
PROTOCOL = (
    "One seat has the policy, all others have the opponent, and every deal is played once with the policy in every "
    "seat. A figure is what a seat of the policy makes in a deal beyond a seat of the opponent. Intervals are of 95 %, "
    "by Student's t with one number for a deal's cards. Options are the defaults."
)
NOT_BY_PROTOCOL = (
    "Fewer cells or deals, or other cards, than the protocol has, or many moves by the house: "
    "not for comparison with others."
)


def line(cell: dict[str, Any], unit: str) -> str:
    """Return the result of a protocol cell (one opponent and number of seats) as a line for the terminal."""
    ahead, interval = _ahead(cell)
    return f"{cell['opponent']:8} {cell['seats']} seats {cell['deals']:5} deals {ahead:>8} {unit} a deal ({interval})"


def _ahead(cell: dict[str, Any]) -> tuple[str, str]:
    difference = cell["difference"]
    return number(difference["mean"], signed=True), span(difference, signed=True)


def _cells(evaluation: Evaluation) -> Iterator[tuple[str, ...]]:
    """Yield the table rows, with the columns of `HEAD`."""
    for cell in evaluation["cells"]:
        times = cell["times"]
        took = duration(times[0]["wall"] / times[0]["decisions"]) if times else "–"
        yield cell["opponent"], str(cell["seats"]), str(cell["deals"]), *_ahead(cell), cell["verdict"], took


def _notes(evaluation: Evaluation) -> list[str]:
    """Return notes on the evaluation protocol, the policy's errors, the version of Saleroom and the machine."""
    errors, policy = ProtocolErrors(), evaluation["policy"]
    for cell in evaluation["cells"]:
        if cell["lapses"]:
            errors.add({policy: cell["lapses"]}, {policy: cell.get("failure") or ""})
    remarks = [] if evaluation["by_protocol"] else [NOT_BY_PROTOCOL]
    remarks += [_isolation(evaluation), f"Time class: {evaluation['time_class']}.", _cards(evaluation)]
    for result in evaluation.get("exploitability", ()):
        remarks += [bound(result, evaluation["unit"]), *exploit_errors(result, policy)]
    played_by = f"Saleroom {evaluation['program']}, {evaluation['machine']}."
    return [PROTOCOL, *remarks, *sentences(errors.counts, errors.failures), played_by]


def _isolation(evaluation: Evaluation) -> str:
    """Return how far the policy's code was isolated."""
    sealed = evaluation["sealed"]
    if sealed is None:
        return "The policy is one of Saleroom's bots, which see only views."
    if not sealed:
        return "The policy played in Saleroom's process, because this system cannot isolate it."
    missing = [MISSING[part] for part in PARTS if part not in sealed]
    lack = f" It could {' and '.join(missing)}, because this system does not prevent that." if missing else ""
    return f"Every seat of the policy had a process of its own in each deal, and got its views through a pipe.{lack}"


def _cards(evaluation: Evaluation) -> str:
    """Return which cards were played, and the digest of the policy."""
    season, digest = evaluation["season"], evaluation["policy_digest"]
    if season is None:
        return f"Digest of the policy: {digest}."
    return f"Season {season['name']}, commitment {season['commitment']}; digest of the policy: {digest}."


def _title(evaluation: Evaluation) -> str:
    return f"{evaluation['policy']}: {evaluation['title']}"


def markdown(evaluation: Evaluation) -> str:
    """Return the evaluation as Markdown."""
    rows = [HEAD, ("---", "---:", "---:", "---:", "---:", "---", "---:"), *_cells(evaluation)]
    table = "\n".join(f"| {' | '.join(row)} |" for row in rows)
    unit = f"In {evaluation['unit']} a deal, protocol `{evaluation['format']}`."
    return "\n\n".join([f"# {_title(evaluation)}", unit, table, *_notes(evaluation)]) + "\n"


def page(evaluation: Evaluation) -> str:
    """Return the evaluation as a self-contained HTML page."""
    rows = [tuple(map(escape, row)) for row in _cells(evaluation)]
    subtitle = f"Protocol {evaluation['format']}; figures in {evaluation['unit']} a deal."
    sections = [
        pages.section("cells", "Against each opponent", pages.table("What it makes beyond them", HEAD, rows)),
        pages.section("how", "How it was measured", *map(pages.paragraph, _notes(evaluation))),
    ]
    return pages.page("evaluation", _title(evaluation), subtitle, sections)
