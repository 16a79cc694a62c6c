"""The parts of `train_ppo.py`."""
