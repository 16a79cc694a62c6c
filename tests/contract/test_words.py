"""Law: every action has exactly one text and one id, and the order of actions is fixed.

Texts and ids can be converted into each other.
"""

from __future__ import annotations

import numpy as np
import pytest

from saleroom.kernel import choices, loops
from tests.contract.chance import every_table, random_moments


@every_table
def test_words_and_ids_are_inverse_and_no_two_actions_sound_alike(name, seats):
    for match, _ in random_moments(name, seats, 4, "words"):
        for seat in match.to_act:
            view, ids = match.view(seat), match.legal_ids(seat)
            words = [match.game.format_action(view, seat, action) for action in ids]
            assert [match.game.parse_action(view, seat, text) for text in words] == ids
            assert len(set(words)) == len(words)
            assert words == match.legal(seat)


@every_table
def test_legal_ids_ascend_below_the_bound_and_all_ways_to_ask_agree(name, seats):
    for match, _ in random_moments(name, seats, 2, "order"):
        bound = match.game.action_bound(match.options, seats)
        for seat in match.to_act:
            *words, low, high = loops.legal(match.views(seat), 0, seat)
            found = choices.Choices(*(np.uint64(word) for word in words), low, high)
            ids = choices.ids(found)
            assert ids == sorted(set(ids))
            assert ids[0] >= 0 and ids[-1] < bound
            assert choices.size(found) == len(ids)
            assert [choices.pick(found, index) for index in range(len(ids))] == ids
            mask = np.zeros((1, bound), bool)
            loops.legal_all(match.views(seat), np.array([seat]), mask)
            assert np.flatnonzero(mask[0]).tolist() == ids
            around = range(max(0, ids[0] - 2), min(bound, ids[-1] + 3))
            assert [action for action in around if choices.contains(found, action)] == ids


@every_table
def test_pieces_within_an_action_may_be_named_in_any_order(name, seats):
    for match, rng in random_moments(name, seats, 2, "any order"):
        pieces = set(match.game.pieces)
        for seat in match.to_act:
            view = match.view(seat)
            for action in match.legal_ids(seat):
                verb, *rest = match.game.format_action(view, seat, action).split(" ")
                if len(rest) > 1 and pieces.issuperset(rest):
                    rng.shuffle(rest)
                    assert match.game.parse_action(view, seat, " ".join([verb, *rest])) == action


@every_table
def test_one_word_too_many_or_another_case_is_not_understood(name, seats):
    for match, _ in random_moments(name, seats, 1, "exact"):
        for seat in match.to_act:
            view = match.view(seat)
            for text in match.legal(seat):
                for wrong in (f"{text} ", f" {text}", text.upper(), text.replace(" ", "  "), f"{text} {text}"):
                    if wrong not in match.legal(seat):
                        with pytest.raises(ValueError):
                            match.game.parse_action(view, seat, wrong)
