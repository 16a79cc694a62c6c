"""Contests on a server (daily deals, challenges, the bot ladder, tournaments) and who may see their tables."""
