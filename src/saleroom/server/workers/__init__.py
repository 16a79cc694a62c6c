"""Work that takes long, in threads: moves of bots, hints, reviews, results that are kept."""
