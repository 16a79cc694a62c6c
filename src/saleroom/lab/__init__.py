"""Research tools: simulations, arena, evaluation, studies, solving and training."""
