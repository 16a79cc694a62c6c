"""The games as environments: for PettingZoo, OpenSpiel and Gymnasium, and thousands at once in `vector`.

No module here knows a game: observations, actions, masks and their documentation come from the game's declaration. A
module for a library imports that library; this package imports none.
"""
