"""The games as environments: for PettingZoo, OpenSpiel and Gymnasium, and thousands at once in `vector`.

Nothing here knows a game: observations, actions, masks and their documentation come from what each game declares. A
module for a library imports that library; this package imports none.
"""
