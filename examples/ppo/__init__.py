"""Modules that `train_ppo.py` uses."""
