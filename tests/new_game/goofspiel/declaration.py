"""Texts that replace parts of the generated `__init__.py` (the skeleton) in Goofspiel."""

TEXTS = {
    "from saleroom.kernel.cards import NAMES\n": "",
    'gist=""': 'gist="Bid your cards, all at once, for a row of prizes."',
    "seats=range(3, 6)": "seats=range(2, 5)",
    "usual_seats=4": "usual_seats=3",
    "pieces=NAMES": "pieces=words.PIECES",
    "    held=words.held,\n": """    held=words.held,
    sealed={"bid": words.eldest},
    still_sealed=words.still_sealed,
    upturned="prize",
""",
}
BODIES = {
    "bounds": """deals, cards = int(options["deals"]), int(options["cards"])
    prizes = cards * (cards + 1) // 2
    return Bounds(deals, cards * seats, cards, (0, prizes), (0, deals * prizes))""",
    "action_bound": 'return int(options["cards"])',
}
