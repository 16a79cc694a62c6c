"""Replay of a match's whole record from its seed in one compiled call, if all its actions are legal.

A replay accepts only records that are certainly valid. The caller passes all other records to the referee.
"""

from __future__ import annotations

from saleroom.kernel import choices, verbs
from saleroom.kernel.bits import NONE, has, places_in, value_of, without
from saleroom.kernel.compile import entry, rule

TABLE, NO_EVENT = -1, -2
"""Codes for an event of the table and for a text that is not an action of any seat."""
SEAT, SET, FIRST, PHASES = range(4)
"""Rows of `meanings`, whose columns are event codes.

- `SEAT`: the seat.
- `SET`: if the action chooses pieces from a set, the index of the record's word with that set, else `NO_SET`.
- `FIRST`: the action's id if no pieces are chosen.
- `PHASES` and after: the action's id in each phase.
"""
NO_SET = -1
UNKNOWN, NO_ACTION = -1, -2
"""Values in place of an action's id: the id is not known yet, or the action does not exist in the phase."""
ENDED, UNCLEAR, ASK = range(3)
"""Results of a replay: all events are replayed, the record is not certainly valid, or the caller must supply an
action's id.
"""
SEALED = -1
"""Value that replaces the number of following table events if a sealed choice follows instead."""
EVENT, DEAL, KEPT, ACTION, BEGUN, CHOSEN, COLUMNS = range(7)
"""Columns of `progress`.

- `EVENT`, `DEAL`: the next event, and its deal.
- `KEPT`: the number of states kept.
- `ACTION`: the requested id, or `UNKNOWN`.
- `BEGUN`: `UNSET` before the first deal; then `DRAWN` if chance draws the first dealer that the record names, else
  `GIVEN`.
- `CHOSEN`: the next entry of `chosen`.
"""
UNSET, GIVEN, DRAWN = range(3)


@rule
def keep(raw, kept, places, progress, event, deal, count):
    """Save the state for the caller, with its event, its deal and the number of table events that follow.

    If the table acts several times in a row, only the state before the first of these events is saved, with the number
    of events.
    """
    row = progress[KEPT]
    for word in range(raw.shape[1]):
        kept[row, word] = raw[0, word]
    places[row, 0], places[row, 1], places[row, 2] = event, deal, count
    progress[KEPT] = row + 1


@rule
def events_of_table(codes, event, end):
    """Return the number of consecutive table events from `event` on, before `end`."""
    count = 0
    while event + count < end and codes[event + count] == TABLE:
        count += 1
    return count


@rule
def action_of(s, raw, meanings, code, chosen, progress):
    """Return the id of an action, or `UNKNOWN` or `NO_ACTION`."""
    action = progress[ACTION]
    progress[ACTION] = UNKNOWN
    if action != UNKNOWN:
        return action
    if meanings[SET, code] == NO_SET:
        return meanings[PHASES + s.phase, code]
    pieces, chosen_now = raw[0, meanings[SET, code]], chosen[progress[CHOSEN]]
    if without(chosen_now, pieces) != NONE:
        return NO_ACTION
    progress[CHOSEN] += 1
    return meanings[FIRST, code] + value_of(places_in(pieces, chosen_now))


@entry
def replay(states, raw, dealer, codes, chosen, marks, ends, meanings, kept, places, scores, carries, progress):  # noqa: PLR0912
    """Replay events from the position in `progress` on; `states` has one state, whose memory is `raw`.

    `codes` has a code for each event, `chosen` the set of each event that chooses pieces, and `ends` the end of each
    deal. The state before each marked event is saved. At that point, chance has already arranged the pieces that the
    table turns over. Return `ENDED`, `UNCLEAR` or `ASK`. After `ASK`, put the id into `progress` and call again to
    continue.
    """
    s = states[0]
    while s.winners == NONE:
        event, deal = progress[EVENT], progress[DEAL]
        if deal == len(ends):
            return UNCLEAR
        if s.acting == NONE:
            verbs.chance(s)
            if progress[BEGUN] == UNSET:
                progress[BEGUN] = DRAWN if s.dealer == dealer else GIVEN
                s.dealer = dealer
            count = events_of_table(codes, event, ends[deal])
            goes_on = event > 0 and codes[event - 1] == TABLE
            if (count == 0 and not goes_on) or progress[KEPT] == len(kept):
                return UNCLEAR
            keep(raw, kept, places, progress, event, deal, count)
            verbs.table(s)
            progress[EVENT] = event + count
            continue
        if event == ends[deal]:
            return ENDED if deal == len(ends) - 1 else UNCLEAR
        code = codes[event]
        if code < 0 or not has(s.acting, meanings[SEAT, code]):
            return UNCLEAR
        seat, action = meanings[SEAT, code], action_of(s, raw, meanings, code, chosen, progress)
        if action == UNKNOWN:
            return ASK
        if action < 0 or not choices.contains(verbs.legal(s, seat), action):
            return UNCLEAR
        if marks[event]:
            if progress[KEPT] == len(kept):
                return UNCLEAR
            keep(raw, kept, places, progress, event, deal, SEALED)
        number = value_of(s.deal)
        verbs.act(s, seat, action)
        progress[EVENT] = event + 1
        if s.winners != NONE or s.deal != number:
            if event + 1 != ends[deal]:
                return UNCLEAR
            for place in range(scores.shape[1]):
                scores[deal, place] = s.last_score[place]
            carries[deal] = s.last_carry
            progress[DEAL] = deal + 1
    return ENDED if progress[DEAL] == len(ends) else UNCLEAR
