"""What makes bulk work fast beyond plain compiled code: vector instructions, atomic counters, threads.

Each is here for a measured gain, stepping Auction Pitch with 4 seats in a vector of 4,096 episodes on two cores:

- `simd`: words are compared and numbers written eight at a time. A step of an episode takes about 1,090 instructions
  and 335 cycles instead of 1,290 and 425.
- `workers`: each thread has episodes of its own. Two threads make 21 million steps a second; when each took whichever
  part came next, they made 12 million, no more than one thread, because a core fetched what the other had written.
- `atomics`: helpers wait for the next task in compiled code, so that between two tasks nobody asks for Python's lock.
  The calls from Python take about 10 of the 145 microseconds of a step of the vector.

To measure the whole again: `make bench ARGS="--only environments"`.
"""
