"""Bulk work that is faster than plain compiled code: vector instructions, atomic counters, threads.

Each part is here for a measured gain, stepping Auction Pitch with 4 seats in a vector of 4,096 episodes on two cores:

- `simd` compares words and writes numbers eight at a time. A step of an episode takes about 1,090 instructions and 335
  cycles instead of 1,290 and 425.
- `workers` gives each thread a fixed set of episodes. Two threads make 21 million steps a second. If each takes the
  next free part instead, they make 12 million, the same as one thread, because each core fetches what the other has
  written.
- `atomics` lets helpers wait for the next task in compiled code, so that no thread requests the GIL between two tasks.
  The calls from Python take about 10 of the 145 microseconds of a step of the vector.

To measure all of them again: `make bench ARGS="--only environments"`.
"""
