"""Replacements for parts of the skeleton's `__init__.py` in Auction Blind."""

TEXTS = {'gist=""': 'gist="Bid for what all hold together, each knowing one card of it."'}
BODIES = {
    "bounds": """deals, deal = int(options["deals"]), (-60, 14 * seats)
    return Bounds(deals, seats, 0, deal, (deals * deal[0], deals * deal[1]))""",
    "action_bound": "return 61",
}
