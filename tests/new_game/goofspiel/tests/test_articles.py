"""Goofspiel, article by article."""

from tests.tables import play, table


def goofspiel(*events, seats=3, **options):
    """Return a match in which seat 2 deals, so that lists of bids begin with seat 0."""
    return table("goofspiel", *events, seats=seats, first=seats - 1, **{"deals": 1, "cards": 3, **options})


def auction(prize, *bids):
    return [f"table prize {prize}", *(f"{seat} bid {card}" for seat, card in enumerate(bids))]


def test_1_1_the_deal_passes_left():  # 1.1
    match = goofspiel(*auction(1, 1, 2), *auction(2, 2, 1), seats=2, cards=2, deals=2)
    assert [deal.dealer for deal in match.deals] == [1, 0]


def test_1_2_each_holds_the_same_cards():  # 1.2
    match = goofspiel()
    assert [match.legal(seat) for seat in range(3)] == [["bid 1", "bid 2", "bid 3"]] * 3


def test_1_3_each_prize_is_turned_up_once():  # 1.3
    match = goofspiel(*auction(3, 1, 1, 1), *auction(1, 2, 2, 2), *auction(2, 3, 3, 3))
    assert [event for event in match.history if "prize" in event] == [f"table prize {prize}" for prize in (3, 1, 2)]


def test_2_1_cards_are_opened_when_all_have_laid_one():  # 2.1
    match = goofspiel("table prize 3", "0 bid 2", "1 bid 1")
    assert match.to_act == (2,)
    assert match.record(seat="public")["deals"][0]["events"] == ["table prize 3", "0 bid ??", "1 bid ??"]
    play(match, "2 bid 3", "table prize 1", "0 bid 1")
    seen = match.record(seat=2)["deals"][0]["events"]
    assert seen == ["table prize 3", "0 bid 2", "1 bid 1", "2 bid 3", "table prize 1", "0 bid ??"]


def test_2_2_the_highest_card_wins_the_prize():  # 2.2
    match = goofspiel(*auction(3, 2, 1, 3))
    assert match.state.won[:3].tolist() == [0, 0, 3]
    assert match.state.on_sale.tolist()[1:] == [-1] * 12


def test_2_3_prizes_stay_on_sale_where_the_highest_was_laid_twice():  # 2.3
    match = goofspiel(*auction(3, 3, 1, 3), "table prize 2")
    assert match.state.on_sale.tolist()[:3] == [2, 1, -1]
    play(match, "0 bid 1", "1 bid 3", "2 bid 2")
    assert match.state.won[:3].tolist() == [0, 5, 0]


def test_2_4_a_card_laid_is_out_of_play():  # 2.4
    match = goofspiel(*auction(3, 2, 1, 3))
    assert [match.legal(seat) for seat in range(3)] == [["bid 1", "bid 3"], ["bid 2", "bid 3"], ["bid 1", "bid 2"]]


def test_2_5_prizes_on_sale_in_the_end_score_for_nobody():  # 2.5
    match = goofspiel(*auction(3, 2, 1, 3), *auction(1, 3, 2, 2), *auction(2, 1, 3, 1))
    assert match.scores == [1, 2, 3]
    match = goofspiel(*auction(3, 2, 1), *auction(2, 3, 3), *auction(1, 1, 2), seats=2)
    assert match.scores == [3, 3]
    match = goofspiel(*auction(1, 1, 2), *auction(2, 2, 1), seats=2, cards=2)
    assert match.scores == [2, 1]
    match = goofspiel(*auction(3, 2, 1), *auction(1, 1, 2), *auction(2, 3, 3), seats=2)
    assert match.scores == [3, 1]


def test_3_1_the_highest_score_wins_or_several_do():  # 3.1
    assert goofspiel(*auction(1, 1, 2), *auction(2, 2, 1), seats=2, cards=2).winners == [0]
    assert goofspiel(*auction(1, 1, 1), *auction(2, 2, 2), seats=2, cards=2).winners == [0, 1]
