"""The games as environments for PettingZoo, OpenSpiel and Gymnasium; `vector` steps thousands of episodes at once.

No module here is specific to a game: observations, actions, masks and documentation come from the game's declaration.
Each adapter imports the library that it adapts. The package itself imports none of these libraries.
"""
