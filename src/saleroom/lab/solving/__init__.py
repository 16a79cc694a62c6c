"""Small games solved: trees in arrays, equilibria, best responses, and files for other programs."""
