"""Solutions of small games: game trees in arrays, equilibria, best responses, and files for other programs."""
