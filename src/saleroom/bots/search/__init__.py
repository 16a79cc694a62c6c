"""The search bot, which tries every option in many imagined worlds and takes the option with the best mean."""
