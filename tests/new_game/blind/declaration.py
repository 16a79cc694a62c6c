"""Texts that replace parts of the generated `__init__.py` (the skeleton) in Auction Blind."""

TEXTS = {
    'gist=""': 'gist="Bid for what all hold together, each knowing one card of it."',
    "from saleroom.kernel.cards": "from saleroom.kernel.auctions import Auction\nfrom saleroom.kernel.cards",
    "held=words.held,": 'held=words.held,\n    auction=Auction("bid", "bid", "pass", winner="bidder", price="bid"),',
}
BODIES = {
    "bounds": """deals, deal = int(options["deals"]), (-60, 14 * seats)
    return Bounds(deals, seats, 0, deal, (deals * deal[0], deals * deal[1]))""",
    "action_bound": "return 61",
}
