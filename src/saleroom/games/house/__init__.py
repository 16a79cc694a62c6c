"""Auction House, four seats: trade a card, put one aside, and take the most tricks to score what was put aside."""

from saleroom.games.house import words
from saleroom.games.house.record import OPTIONS, PHASES, RECORD
from saleroom.games.house.rules import ACTIONS, RULES
from saleroom.kernel.cards import NAMES
from saleroom.kernel.game import Game
from saleroom.kernel.verbs import register

register("auction_house", **RULES)

GAME = Game(
    name="auction-house",
    gist="Trade a card in a sealed auction, put one aside, and take the most tricks to score what all put aside.",
    seats=range(4, 5),
    usual_seats=4,
    unit="points",
    record=RECORD,
    options=OPTIONS,
    phases=PHASES,
    pieces=NAMES,
    action_bound=lambda options, seats: ACTIONS,
    say=words.say,
    hear=words.hear,
    why_not=words.why_not,
    turns=words.turns,
    holdings=words.holdings,
    held=words.held,
    sealed={"lay": words.first_to_lay, "kitty": words.eldest},
    still_sealed=words.still_sealed,
)
