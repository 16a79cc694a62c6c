"""Conditions on a deal's events under which the fields of Goofspiel have a value."""

from tests.games.goofspiel.auctions import auctions, unsold

from tests.envs.stories import Set, Story


def values(story: Story, seat: int) -> dict[str, Set]:
    laid = [(who, int(words.split(" ")[1])) for who, words in story.said("bid")]
    sold, open_bids = auctions(laid, story.seats), len(laid) % story.seats
    waiting = unsold(sold) + 1
    mine = [who for who, _ in laid[len(laid) - open_bids :]]
    on_sale: list[Set] = [place < waiting for place in range(13)]
    opened: list[Set] = [bool(sold)] * story.seats
    return {"on_sale": on_sale, "opened": opened, "laid": seat in mine}
