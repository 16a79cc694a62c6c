"""Faster bulk processing than plain compiled code, with vector instructions, atomic counters and threads.

Each module gives a measured speed-up. The figures are for stepping Auction Pitch with 4 seats in a vector of 4,096
episodes on two cores:

- `simd` compares words and writes numbers eight at a time. A step of an episode takes about 1,090 instructions and 335
  cycles instead of 1,290 and 425.
- `workers` gives each thread a fixed set of episodes. Two threads make 21 million steps a second. If each thread takes
  the next free episodes instead, they make 12 million, the same as one thread, because each core must fetch what the
  other has written.
- `atomics` lets helper threads wait for the next task in compiled code, so that no thread requests the GIL between two
  tasks. Calls from Python take about 10 of the 145 microseconds that a step of the vector takes.

To repeat these measurements: `make bench ARGS="--only environments"`.
"""
