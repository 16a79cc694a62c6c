"""What each reason of a hint claims, checked by the whole state: for every game a table from keys to checks.

A check is given the match before the action, the seat, the action's words and what the reason fills in.
"""
