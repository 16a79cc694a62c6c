"""How nets learn to play: self-play in compiled code, a learner in JAX, checkpoints and measurements."""
