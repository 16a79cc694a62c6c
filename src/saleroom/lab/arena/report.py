"""Arena report: one self-contained page for phones and desktops, in light and dark mode."""

from __future__ import annotations

from html import escape
from typing import Any

from saleroom.lab.arena import figures
from saleroom.lab.arena.calibration import calibrated
from saleroom.lab.arena.narration import (
    MOST_TOLD,
    control,
    lapses,
    sample,
    sample_sentence,
    scale,
    sentences,
    times,
    turned,
    unit,
    within_shares,
)
from saleroom.lab.reports import pages
from saleroom.lab.reports.wording import listed, number, span
from saleroom.statistics.estimates import BETTER, LEAST, WORSE

Summary = dict[str, Any]

EXPECTED = ("Expected", "Made − expected", "95 % interval")

TOGETHER = 5  # maximum number of players or seats in one figure

PLACES = (
    "Counted from the first dealer (without a dealer, the first leader): that seat, then the seats to the left, "
    "+1, +2 and so on. Every player held every one of these places with the same cards."
)


def report(summary: Summary) -> str:
    """Return the report as an HTML page."""
    title = f"{listed(player['player'] for player in summary['players'])}: {summary['title']}"
    sections = [_said(summary), _ladder(summary), _cross(summary), *_bids(summary), _seats(summary), _how(summary)]
    return pages.page("arena", title, sample_sentence(summary) + ".", sections)


def _said(summary: Summary) -> str:
    """Return the first section: the conclusions that the intervals allow."""
    called, others = sentences(summary)
    if not called and not others:
        return pages.section(
            "said", "What can be said", pages.paragraph("One player alone: there is no player to compare it with.")
        )
    if len(others) > MOST_TOLD:
        rest = f"<details><summary>{len(others)} pairs are not told apart</summary>{pages.bullets(others)}</details>"
    else:
        rest = pages.bullets(others)
    return pages.section("said", "What can be said", pages.bullets(called), rest)


def _ladder(summary: Summary) -> str:
    """Return the section with the ratings and every player's result."""
    results = {player["player"]: player for player in summary["players"]}
    wins = summary["measure"] == "wins"
    rows = []
    for rating in summary["ratings"]:
        player = results[rating["player"]]
        cells = [escape(rating["player"])]
        if wins:
            share = within_shares(player["wins"])
            sign = "" if share["low"] is None else " %"
            cells += [f"{number(share['mean'] * 100)} %", span(share, 100) + sign]
            cells += [number(player["edge"]["mean"] * 100, True)]
        else:
            cells += [number(player["score"]["mean"]), span(player["score"])]
        cells += [str(player["seats"]), f"{rating['mu']:.1f} ± {rating['sigma']:.1f}", number(rating["ordinal"])]
        rows.append(cells)
    head = ["Player"]  # the most important columns come first, because a phone shows only three
    head += ["Matches won", "95 % interval", "Above its seats’ share"] if wins else ["Mean score", "95 % interval"]
    head += ["Seats", "Rating", "Ordinal"]
    text = (
        "Plackett–Luce ratings from the order in which the seats finished. The ordinal lies three standard deviations "
        "below the rating. Seatings of the same cards are taken as independent here: rely on the differences below."
    )
    table = pages.table(f"Ratings and results; scores in {summary['unit']}", head, rows)
    return pages.section(
        "ladder", "Rating ladder", pages.beside(pages.figure(figures.ladder(summary)), table), pages.paragraph(text)
    )


def _cross(summary: Summary) -> str:
    """Return the section with a table of the differences between all players."""
    names, by = [player["player"] for player in summary["players"]], scale(summary)
    if len(names) < 2:
        return ""
    cells: dict[tuple[str, str], str] = {}
    for pair in summary["pairs"]:
        called: str = pair["verdict"]
        opposite = {BETTER: WORSE, WORSE: BETTER}.get(called, called)
        cells[pair["a"], pair["b"]] = _cell(pair["difference"], by, called)
        cells[pair["b"], pair["a"]] = _cell(turned(pair["difference"]), by, opposite)
    rows = [[escape(a), *(cells.get((a, b), '<td class="none">–</td>') for b in names)] for a in names]
    text = (
        f"What a seat of the row’s player brings above a seat of the column’s, in {unit(summary)}, with the 95 % "
        "interval. A difference is reported only if its interval excludes 0. With several pairs it must also be "
        "significant by Holm’s procedure."
    )
    table = pages.table("Differences between players", ["against", *names], rows)
    return pages.section("cross", "Player against player", pages.paragraph(text), table)


def _cell(interval: dict[str, Any], by: float, verdict: str) -> str:
    kind = {BETTER: "better", WORSE: "worse"}.get(verdict, "open")
    return (
        f'<td class="{kind}"><b>{number(interval["mean"] * by, True)}</b>'
        f"<small>{span(interval, by, True)}</small><small>{verdict}</small></td>"
    )


def _bids(summary: Summary) -> list[str]:
    """Return the section on calibration, with a table and a figure for each player whose bids have prices."""
    if not summary["bids"]:
        return []
    names = [player["player"] for player in summary["players"]]
    priced = [name for name in names if any(r["player"] == name and r["low"] is not None for r in summary["bids"])]
    drawn = [f"<h3>{escape(name)}</h3>{pages.figure(figures.bids(summary, name))}" for name in priced]
    expects = any(row["expected"] is not None for row in summary["bids"])
    head = ["Player", "Price", "Bids", "Made", *EXPECTED * expects, "Won", "Made if won", "Paid if won"]
    rows = [_bid(row, expects) for row in summary["bids"]]
    text = (
        f"Each seat’s last bid in an auction: the score of the deal, in {summary['unit']}, that the bidder expected "
        "when bidding, and what the deal then brought, whether the bid won or not. “Paid” is how often it brought more "
        "than 0."
    )
    table = pages.table("Bids by price", head, rows)
    return [
        pages.section(
            "bids",
            "Calibration of bids",
            pages.paragraph(text),
            pages.grid(drawn),
            pages.bullets(calibrated(summary)),
            table,
        )
    ]


def _bid(row: dict[str, Any], expects: bool) -> list[str]:
    """Return a row for the table of bids."""
    error = row["error"]
    known = error["mean"] is not None
    expected = [
        number(row["expected"]),
        number(error["mean"], True),
        span(error, signed=True) if known else "–",
    ]
    return [
        escape(row["player"]),
        figures.prices(row),
        str(row["number"]),
        number(row["made"]["mean"]),
        *(expected if expects else []),
        str(row["won"]),
        number(row["won_made"]["mean"]),
        f"{row['won_paid']['mean'] * 100:.0f} %" if row["won"] else "–",
    ]


def _seats(summary: Summary) -> str:
    """Return the section with results by seat, counted from the first dealer."""
    by, measure, seats = scale(summary), summary["measure"], summary["plan"]["seats"]
    results = {(row["player"], row["place"]): row[measure] for row in summary["seats"]}
    rows = []
    for player in summary["players"]:
        name = player["player"]
        values = [results[name, place] for place in range(seats)]
        if measure == "wins":
            values = [within_shares(value) for value in values]
        rows.append(
            [escape(name), *(f"<td><b>{number(v['mean'] * by)}</b><small>{span(v, by)}</small></td>" for v in values)]
        )
    head = ["Player", *(("dealer", *(f"+{place}" for place in range(1, seats))))]
    table = pages.table(f"By seat, in {unit(summary)}, with 95 % intervals", head, rows)
    names = [player["player"] for player in summary["players"]]
    if len(names) <= TOGETHER and seats <= TOGETHER:
        return pages.section(
            "seats",
            "Score by seat",
            pages.paragraph(PLACES),
            pages.beside(pages.figure(figures.seats(summary, names)), table),
        )
    drawn = pages.grid([pages.figure(figures.seats(summary, [name])) for name in names])
    return pages.section("seats", "Score by seat", pages.paragraph(PLACES), drawn, table)


def _how(summary: Summary) -> str:
    """Return the section on the method, with the options and seed to reproduce the results."""
    plan, counts, length = summary["plan"], summary["counts"], summary["length"]
    cards = "match" if summary["measure"] == "wins" else "deal"
    parts = [
        f"Duplicate play: every {cards} was played with the same cards under each rotation of the line-up "
        f"{listed(plan['players'])}"
        + ("; the order of all but the first was drawn for each" if summary["reordered"] else "")
        + f". One number for each {cards}, the mean over its seatings, goes into an interval: neither luck with the "
        "cards nor the likeness of seatings with the same cards misleads it. Intervals are Student’s t at 95 %; before "
        f"{sample(LEAST, summary)} nothing is called.",
        f"A seating took {number(length['decisions']['mean'])} decisions"
        + (f" and {number(length['deals']['mean'])} deals" if cards == "match" else "")
        + f" on average; {counts['decisions']:,} decisions in all.",
    ]
    parts += [*control(summary), *times(summary), *lapses(summary)]
    options = "".join(f"<li>{escape(name)} = {escape(str(value))}</li>" for name, value in plan["options"].items())
    return pages.section(
        "how",
        "How it was measured",
        *map(pages.paragraph, parts),
        f"<details><summary>Options and seed</summary><ul>{options}</ul>"
        f"<p>Seed <code>{escape(plan['seed'])}</code></p></details>",
    )
