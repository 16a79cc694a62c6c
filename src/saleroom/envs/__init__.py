"""The games as environments for PettingZoo, OpenSpiel and Gymnasium; `vector` steps thousands of episodes at once.

No module here is specific to a game: observations, actions, masks and their documentation come from the game's
declaration. A module for one of these libraries imports the library; the package itself imports none of them.
"""
