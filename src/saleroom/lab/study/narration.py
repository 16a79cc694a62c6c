"""Results of a study as sentences in plain language."""

from __future__ import annotations

from saleroom.lab.reports.wording import listed
from saleroom.lab.study.differences import EQUAL, MIN_MATCHES
from saleroom.lab.study.summary import EVERYWHERE, REVERSED, Json, clear, with_luck
from saleroom.statistics.estimates import half_width

SHARE, NUMBER, SCORE = "share", "plain", "score"
NAMES = {
    "deals": ("deals in a match", NUMBER),
    "decisions": ("decisions in a match", NUMBER),
    "full": ("matches that reach the agreed number of deals", SHARE),
    "tied": ("matches with several winners", SHARE),
    "leads": ("changes of the lead in a match", NUMBER),
    "drama": ("lowest chance that the winner had", SHARE),
    "late": ("matches decided in the last deal", SHARE),
    "sold": ("auctions with a buyer, per deal", NUMBER),
    "price": ("price of what is bought", SCORE),
    "made": ("purchases that bring more than they cost in the deal", SHARE),
    "gain": ("what the buyer scores more than the others in the deal", SCORE),
    "luck": ("share of the outcome due to the cards", SHARE),
    "skill": ("matches that the better player wins", SHARE),
}
STARTS = {
    "win_place_": ("matches won by {who}", SHARE),
    "score_place_": ("what a deal brings {who}", SCORE),
    "win_seat_": ("matches won by seat {at}", SHARE),
    "score_seat_": ("what a deal brings seat {at}", SCORE),
}
ASKED = ("decisions", "luck", "skill")
"""Measures on which every variant gets a sentence, if they were measured: how long, and how much the cards decide."""
SMALL = 0.05
"""Maximum change, as a share, of a measure that is called the same."""
SENTENCES = 4
"""Maximum number of changed measures with a sentence of their own; the others follow in a list."""


def name_of(measure: str) -> str:
    """Return the name of a measure for texts."""
    return _known(measure)[0]


def _known(measure: str) -> tuple[str, str]:
    if measure in NAMES:
        return NAMES[measure]
    start = next(start for start in STARTS if measure.startswith(start))
    text, kind = STARTS[start]
    at = int(measure.removeprefix(start))
    whose = "the first dealer" if start == "win_place_" else "the dealer"
    return text.format(at=at, who=whose if not at else f"the seat {at} to the left of {whose}"), kind


def percent(measure: str) -> tuple[float, str]:
    """Return the factor by which figures multiply a measure, and the measure's name with its unit.

    Shares are shown per 100.
    """
    name, kind = _known(measure)
    return (100.0, f"{name}, in 100") if kind == SHARE else (1.0, name)


def amount(measure: str, value: float | None, signed: bool = False, unsure: float | None = None) -> str:
    """Return a value of a measure as text.

    Shares are in percent. A value with a small uncertainty gets one more digit.
    """
    if value is None:
        return "–"
    share = _known(measure)[1] == SHARE
    by, digits = (100, 1) if share else (1, 2 if abs(value) < 100 else 0)
    number = value * by
    if unsure and unsure * by < 0.1**digits:
        digits += 1
    text = f"{number:{'+' if signed else ''}.{digits}f}".replace("-", "−")
    return text + (" %" if share and not signed else "")


def change(measure: str, one: Json) -> str:
    """Return a change such as ``+3.8 ± 0.6``."""
    wide = half_width(one)
    about = amount(measure, one["mean"], True, wide)
    return about if wide is None else f"{about} ± {amount(measure, wide, unsure=wide).rstrip(' %')}"


def variant_name(row: Json) -> str:
    """Return the name of a variant, as the heading of a table row."""
    return row["rule_set"] or ("the base" if row["option"] is None else f"{row['option']} = {row['value']}")


def sentences(summary: Json, row: Json, base: Json) -> list[str]:
    """Return the conclusions on one variant at one level of play that the intervals support."""
    if not row["matches"]:
        return ["Nothing was played."]
    if row["changed"] == 0:
        return [f"Every one of {row['matches']:,} matches went as in the base: no player used it."]
    if row["matches"] < MIN_MATCHES:
        return [f"{row['matches']:,} matches are too few to say anything; {MIN_MATCHES} are the least."]
    changed = [measure for measure, _ in clear(row)]
    texts = [_sentence(summary, measure, row, base) for measure in changed[:SENTENCES]]
    if rest := changed[SENTENCES:]:
        texts.append(f"Also changed: {listed(_with_change(measure, row) for measure in rest)}.")
    if not changed:
        texts.append(f"No difference was found in {row['matches']:,} matches.")
    asked = [measure for measure in ASKED if measure in row["differences"] and measure not in changed]
    known = [measure for measure in asked if _has_interval(measure, row)]
    same = [measure for measure in known if _is_same(measure, row, base)]
    if same:
        texts.append(f"The same: {listed(_with_bound(measure, row) for measure in same)}.")
    if unclear := [measure for measure in known if measure not in same]:
        texts.append(f"Not clear: {listed(_with_change(measure, row) for measure in unclear)}.")
    if few := [name_of(measure) for measure in asked if not _has_interval(measure, row)]:
        texts.append(f"Too few matches to compare: {listed(few)}.")
    return texts


def _with_change(measure: str, row: Json) -> str:
    """Return a measure with its change and interval."""
    return f"{name_of(measure)} ({change(measure, row['differences'][measure])})"


def _has_interval(measure: str, row: Json) -> bool:
    return row["differences"][measure]["verdict"] == EQUAL or row["differences"][measure]["low"] is not None


def _is_same(measure: str, row: Json, base: Json) -> bool:
    """Return whether a measure has changed by at most `SMALL`: of 1 for shares, else of its value in the base."""
    one = row["differences"][measure]
    if one["verdict"] == EQUAL:
        return True
    whole = 1 if _known(measure)[1] == SHARE else abs(base["values"][measure]["mean"] or 0)
    return max(abs(one["low"]), abs(one["high"])) <= SMALL * whole


def _with_bound(measure: str, row: Json) -> str:
    """Return a measure that has not clearly changed, with the most by which it can have changed."""
    one = row["differences"][measure]
    if one["verdict"] == EQUAL:
        return f"{name_of(measure)} without exception"
    bound = max(abs(one["low"]), abs(one["high"]))
    return f"{name_of(measure)} to within {amount(measure, bound, unsure=bound)}"


def _sentence(summary: Json, measure: str, row: Json, base: Json) -> str:
    one, own, usual = row["differences"][measure], row["values"][measure], base["values"][measure]
    name, delta = name_of(measure), change(measure, one)
    now, before = amount(measure, own["mean"]), amount(measure, usual["mean"])
    if measure == "decisions":
        minutes = one["mean"] * summary["seconds"] / 60
        return f"Matches are {abs(minutes):.1f} minutes {'longer' if minutes > 0 else 'shorter'} ({delta} decisions)."
    if measure == "deals":
        return f"Matches have {now} deals instead of {before} ({delta})."
    text = f"{name[0].upper()}{name[1:]}: {now} instead of {before} ({delta})."
    return text


def holding(summary: Json, row: Json) -> list[str]:
    """Return sentences about measures on which the effect of a variant depends on the level of play."""
    if len(summary["plan"]["levels"]) < 2:
        return []
    same = ("option", "value", "rule_set", "seats")
    lines = [one for one in summary["levels"] if all(one[key] == row[key] for key in same)]
    turned = [name_of(one["measure"]) for one in lines if one["holds"] == REVERSED]
    partly = [one for one in lines if one["holds"] not in (REVERSED, EVERYWHERE)]
    texts = []
    if turned:
        texts.append(f"It depends on how well people play: the sign changes for {listed(turned)}.")
    if partly:
        texts.append(f"Not shown at every level of play: {listed(name_of(one['measure']) for one in partly)}.")
    return texts


def sample_sentence(summary: Json) -> str:
    """Return a sentence that says what was played."""
    plan = summary["plan"]
    levels = listed(plan["levels"])
    return (
        f"{summary['matches']:,} matches of {summary['title']} with {listed(map(str, plan['seats']))} seats, played by "
        f"{levels} on the same cards; differences are those between matches with the same cards."
    )


def verdict(one: Json) -> str:
    """Return the wording of a verdict in texts."""
    return "the same" if one["verdict"] == EQUAL else one["verdict"]


def text_table(summary: Json) -> str:
    """Return the terminal output: the conclusions on each variant."""
    lines = [sample_sentence(summary)]
    for row in compared_rows(summary):
        base = base_row(summary, row)
        lines.append(f"\n{variant_name(row)}  ({row['seats']} seats, {row['level']}, {row['matches']:,} matches)")
        lines += [f"  {line}" for line in [*sentences(summary, row, base), *holding(summary, row)]]
    return "\n".join(lines)


def compared_rows(summary: Json) -> list[Json]:
    """Return the variants' rows of matches between identical players, with luck and skill added."""
    rows = [row for row in summary["tables"] if "differences" in row and len(row["players"]) == 1]
    return [with_luck(row, summary["tables"]) for row in rows]


def base_row(summary: Json, row: Json) -> Json:
    """Return the base row with which a row is compared, including luck and skill."""
    tables = summary["tables"]
    base = next(
        one
        for one in tables
        if "differences" not in one and (one["seats"], one["players"]) == (row["seats"], row["players"])
    )
    return with_luck(base, tables)
