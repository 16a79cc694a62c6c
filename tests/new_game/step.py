"""Play a thousand deals of a game in the vector environment with random legal actions.

The argument is the game's name.
"""

from __future__ import annotations

import sys

from saleroom.envs import vector

env = vector.make(sys.argv[1], num_envs=500, seed=1, scope="deal", threads=1)
low, high = env.terms.bounds.deal
ended = 0
while ended < 1000:
    _, _, done = env.step(env.sample())
    ended += int(done.sum())
    assert ((low <= env.rewards) & (env.rewards <= high)).all()
print("ended", ended >= 1000)
