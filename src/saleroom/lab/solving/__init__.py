"""Small games solved: their trees in arrays, equilibria, best answers, and files for other programs."""
