"""Auction Draw, two to eight seats: dominoes for a pool of chips; tiles are bought, and the last two auctioned."""

from saleroom.games.draw import words
from saleroom.games.draw.record import OPTIONS, PHASES, RECORD, check
from saleroom.games.draw.rules import RULES
from saleroom.kernel.game import Game
from saleroom.kernel.tiles import NAMES
from saleroom.kernel.verbs import register

register("auction_draw", **RULES)

GAME = Game(
    name="auction-draw",
    gist="Dominoes for a pool of chips: buy when you cannot play, bid for the last two tiles, be the first to run out.",
    seats=range(2, 9),
    usual_seats=4,
    unit="chips",
    record=RECORD,
    options=OPTIONS,
    rules_version=1,
    phases=PHASES,
    pieces=NAMES,
    action_bound=words.action_bound,
    bounds=words.bounds,
    say=words.say,
    hear=words.hear,
    why_not=words.why_not,
    turns=words.turns,
    holdings=words.holdings,
    held=words.held,
    check=check,
)
