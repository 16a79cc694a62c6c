"""Messages about a table. The message for each person contains only what that person may see."""
