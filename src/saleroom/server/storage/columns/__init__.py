"""Tables and columns of the database. The scripts in `migrations/` bring older databases to this schema."""

from __future__ import annotations

from saleroom.server.storage.columns.administration import admin_log, restrictions, server_secrets
from saleroom.server.storage.columns.bots import bot_challenges, bot_tokens, bots
from saleroom.server.storage.columns.classrooms import class_answers, class_people, class_questions, classrooms
from saleroom.server.storage.columns.contests import (
    challenges,
    contest_results,
    contest_scores,
    daily_deals,
    house_results,
    tournament_people,
    tournament_substitutes,
    tournament_tables,
    tournaments,
)
from saleroom.server.storage.columns.metadata import metadata
from saleroom.server.storage.columns.notifications import due_messages, message_preferences, webhooks
from saleroom.server.storage.columns.people import (
    avoided_people,
    devices,
    one_time_codes,
    passkeys,
    people,
    portraits,
    push_browsers,
    sent_reminders,
)
from saleroom.server.storage.columns.practice import practice_cards, practice_days, practice_positions
from saleroom.server.storage.columns.results import hinted_seats, rated_matches, ratings, results, reviewed_seats
from saleroom.server.storage.columns.series import series, series_evenings, series_members
from saleroom.server.storage.columns.tables import (
    ARCHIVE_DUE,
    RESULTS_DUE,
    SITTING_KINDS,
    archived_seats,
    archives,
    hidden_tables,
    is_listed,
    leases,
    processes,
    table_events,
    table_summaries,
    tables,
)

__all__ = [
    "ARCHIVE_DUE",
    "RESULTS_DUE",
    "SITTING_KINDS",
    "admin_log",
    "archived_seats",
    "archives",
    "avoided_people",
    "bot_challenges",
    "bot_tokens",
    "bots",
    "challenges",
    "class_answers",
    "class_people",
    "class_questions",
    "classrooms",
    "contest_results",
    "contest_scores",
    "daily_deals",
    "devices",
    "due_messages",
    "hidden_tables",
    "hinted_seats",
    "house_results",
    "is_listed",
    "leases",
    "message_preferences",
    "metadata",
    "one_time_codes",
    "passkeys",
    "people",
    "portraits",
    "practice_cards",
    "practice_days",
    "practice_positions",
    "processes",
    "push_browsers",
    "rated_matches",
    "ratings",
    "restrictions",
    "results",
    "reviewed_seats",
    "sent_reminders",
    "series",
    "series_evenings",
    "series_members",
    "server_secrets",
    "table_events",
    "table_summaries",
    "tables",
    "tournament_people",
    "tournament_substitutes",
    "tournament_tables",
    "tournaments",
    "webhooks",
]
