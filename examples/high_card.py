"""A player in a few lines: it passes if it may, and otherwise plays its highest card. See docs/build/bots.md."""

from saleroom.bots import legal

RANKS = "23456789TJQKA"


class HighCard:
    def __init__(self, game, seed):
        self.game = game

    def choose(self, views, seat):
        actions = list(legal(self.game, views, seat))
        return "pass" if "pass" in actions else max(actions, key=rank)


def rank(words):
    """Return the rank of the card in an action such as ``play KD``, -1 for any other action."""
    card = words.rpartition(" ")[2]
    return RANKS.find(card[0])
