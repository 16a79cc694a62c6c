"""Law: the order of legal actions is pinned, and so are the cards of a seed. Records and learners rely on both.

Each entry, up to a semicolon, is from the match with seed 7, default options and the usual number of seats: what
happened since the entry before, who may act, and all that is then legal, in order.
"""

from __future__ import annotations

import re

from saleroom.games import load
from saleroom.match.match import Match
from tests.contract.chance import every_game

PINNED = {
    "auction-house": """
        | 1 | pass, offer 3C D, offer 4C D, offer 8C D, offer AC D, offer 2D H, offer 6D H, offer 9D H, offer 8H S,
              offer 9H S, offer TH S, offer 3C H, offer 4C H, offer 8C H, offer AC H, offer 2D S, offer 6D S,
              offer 9D S, offer 8H C, offer 9H C, offer TH C, offer 3C S, offer 4C S, offer 8C S, offer AC S,
              offer 2D C, offer 6D C, offer 9D C, offer 8H D, offer 9H D, offer TH D;
        1 offer 2D S | 0 | lay 6C, lay 7C, lay 3D, lay 7D, lay TD, lay AD, lay 2H, lay 3H, lay 7H, lay 5S;
        0 lay 6C, 2 lay 2C, 3 lay 5C | 1 | trade 0, trade 2, trade 3;
        1 trade 2 | 1 | kitty 2C, kitty 3C, kitty 4C, kitty 8C, kitty AC, kitty 6D, kitty 9D, kitty 8H,
              kitty 9H, kitty TH;
        0 kitty 6C, 1 kitty 9D, 2 kitty 4D, 3 kitty 5C | 1 |
              play 2C, play 3C, play 4C, play 8C, play AC, play 6D, play 8H, play 9H, play TH
    """,
    "auction-hearts": """
        | 1 | pass, bid 1..50;
        1 bid 25, 2 pass, 3 pass | 0 | pass, bid 26..50;
        0 bid 38 | 0 | name C, name D, name H, name S;
        0 name C | 0 | play 2D, play QD, play KD, play 2H, play 5H, play 8H, play 9H, play QS, play KS, play AS
    """,
    "auction-pitch": """
        | 1 | pass, bid 1, bid 2, bid 3, bid 4;
        1 bid 2, 2 pass, 3 pass, 0 bid 3 | 0 | play 2C, play 2D, play 5H, play 9H, play QS, play AS;
        0 play 2C | 1 | play 3C, play 7C
    """,
    "auction-draw": """
        | 0 | play 1-1, play 2-0, play 3-2, play 5-3, play 6-4, play 6-6;
        0 play 5-3 | 1 | play 5-0 L, play 5-2 L, play 3-3 R;
        1 play 5-0 L, 2 play 0-0 L, 3 play 4-3 R, 0 play 2-0 L, 1 play 2-1 L, 2 play 4-0 R, 3 play 3-1 L, 0 play 3-2 L,
        1 play 5-2 L, 2 play 5-5 L, 3 play 5-4 L, 0 play 6-4 L, 1 play 6-1 L, 2 play 1-0 L | 3 | pass, buy;
        3 buy, 3 play 3-0 L, 0 pass, 1 play 3-3 L, 2 play 6-0 R, 3 play 6-5 R, 0 buy, 0 pass | 1 | pass, bid 0..27
    """,
    "auction-flop-poker": """
        | 1 | discard, discard 3C, discard QD, discard 3C QD, discard 2H, discard 3C 2H, discard QD 2H,
              discard 3C QD 2H, discard QS, discard 3C QS, discard QD QS, discard 3C QD QS, discard 2H QS,
              discard 3C 2H QS, discard QD 2H QS, discard 3C QD 2H QS, discard KS, discard 3C KS, discard QD KS,
              discard 3C QD KS, discard 2H KS, discard 3C 2H KS, discard QD 2H KS, discard 3C QD 2H KS,
              discard QS KS, discard 3C QS KS, discard QD QS KS, discard 3C QD QS KS, discard 2H QS KS,
              discard 3C 2H QS KS, discard QD 2H QS KS, discard 3C QD 2H QS KS;
        1 discard KS, 2 discard, 3 discard, 0 discard AS | 1 | pass, bid 1;
        1 pass, 0 pass | 1 | take, refuse;
        1 refuse, 0 take | 0 | keep JC, keep 7H, keep QH
    """,
}


def listed(text: str) -> list[str]:
    """The actions of a list; ``bid 1..3`` is three of them."""
    found = []
    for words in (part.strip() for part in re.sub(r"\s+", " ", text).split(",")):
        run = re.fullmatch(r"(\w+) (\d+)\.\.(\d+)", words)
        found += [f"{run[1]} {n}" for n in range(int(run[2]), int(run[3]) + 1)] if run else [words]
    return [words for words in found if words]


@every_game
def test_the_order_of_legal_actions_is_pinned(name, seats):
    game = load(name)
    match = Match(game, game.settle_options({}, seats), ["test"] * seats, seed=7).start()
    for line in PINNED[name].split(";"):
        events, seat, legal = line.split("|")
        for event in listed(events):
            actor, _, words = event.partition(" ")
            match.act(int(actor), words)
        assert match.legal(int(seat)) == listed(legal)
