"""Auction Pitch, four to seven seats: bid for the right to pitch trump, then make what you bid."""

from saleroom.games.pitch import words
from saleroom.games.pitch.record import OPTIONS, PHASES, RECORD
from saleroom.games.pitch.rules import ACTIONS, RULES
from saleroom.kernel.cards import NAMES
from saleroom.kernel.game import Game
from saleroom.kernel.verbs import register

register("auction_pitch", **RULES)

GAME = Game(
    name="auction-pitch",
    gist="Bid for the right to pitch trump, then score high, low, jack and cards; a bid that fails is lost.",
    seats=range(4, 8),
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
)
