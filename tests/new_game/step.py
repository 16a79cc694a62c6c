"""Auction Blind in the vector environment: a thousand deals by any legal actions."""

from __future__ import annotations

from saleroom.envs import vector

env = vector.make("auction-blind", num_envs=500, seed=1, scope="deal", threads=1)
ended = 0
while ended < 1000:
    _, _, done = env.step(env.sample())
    ended += int(done.sum())
    assert (abs(env.rewards) <= 60).all()
print("ended", ended >= 1000)
