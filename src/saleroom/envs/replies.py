"""Extraction of the action from a language model's reply. It accepts any common markup and never guesses."""

from __future__ import annotations

import re
from typing import Any

from saleroom.envs import text_observations
from saleroom.envs.terms import Terms
from saleroom.match.errors import IllegalAction

_THOUGHT = re.compile(r"<(think|thinking|reasoning)>.*?(</\1>|$)", re.DOTALL | re.IGNORECASE)
_MARKED = re.compile(
    r"""<action>(?P<tag>[^<]*)</action> | \\boxed\{(?:\\text\{)?(?P<boxed>[^{}]*)\} | \[(?P<bracket>[^\[\]\n]*)\]
    | "action"\s*:\s*"(?P<json>[^"\n]*)" """,
    re.VERBOSE | re.IGNORECASE,
)
"""Markup in which models usually put an answer."""
_ORNAMENT = re.compile(r"[\"'`*_\u201c\u201d\u2018\u2019]")
_LABEL = re.compile(
    r"^\W*(?:\d+[.)] )?(?:(?:my |the |final )*(?:action|answer|move|choice|reply)\W+(?:is\W+)?)?", re.IGNORECASE
)


def understood(terms: Terms, view: Any, seat: int, reply: str) -> int:
    """Return the id of the action in a reply.

    The action is the reply's last line if that line is a legal action, else the last text marked as an answer.

    If neither is legal, `IllegalAction` says what is wrong with the last line.
    """
    legal = {
        terms.game.format_action(view, seat, id).casefold(): id for id in text_observations.legal_ids(terms, view, seat)
    }
    spoken = _THOUGHT.sub("", reply)
    answer = tidy(spoken)
    for words_of in (answer, *marked(spoken)):
        if words_of.casefold() in legal:
            return legal[words_of.casefold()]
    if not answer:
        raise IllegalAction("the reply is empty")
    return text_observations.action_of(terms, view, seat, answer)


def marked(reply: str) -> list[str]:
    """Return a list with the last text that is marked as an answer; empty if there is none."""
    answers = [next(text for text in match.groups() if text is not None) for match in _MARKED.finditer(reply)]
    return [tidy(text) for text in answers[-1:]]


def tidy(reply: str) -> str:
    """Return the last line of a reply without quotes, emphasis, label or full stop."""
    lines = (" ".join(_ORNAMENT.sub("", line).split()) for line in reply.splitlines())
    last = [line for line in lines if line.strip("-.:>~ ")][-1:]
    return _LABEL.sub("", "".join(last)).rstrip(".!, ")
