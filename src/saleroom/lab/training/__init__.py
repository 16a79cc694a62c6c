"""Training of nets: self-play in compiled code, a learner in JAX, checkpoints and measurements."""
