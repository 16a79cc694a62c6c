"""How a database comes to have the columns that this program wants. Run at start, by the program itself."""
