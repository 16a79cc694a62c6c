"""Ways to vary what a seat cannot know, for the games of others that were checked: a few lines each."""
