"""Services of one server. The services are created together, and they start and close in a fixed order."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Coroutine
from contextlib import AsyncExitStack
from functools import partial
from typing import TYPE_CHECKING, Any

from saleroom.bots.prepare import is_ready
from saleroom.games import NAMES, load
from saleroom.server.api.link_previews import LinkPreviews
from saleroom.server.api.pairing_codes import CODE_LIFETIME, LINK, PAIRING, PairingCodes, TypedCodes
from saleroom.server.api.passkeys import LIFETIME, PASSKEY, Ceremonies
from saleroom.server.contests.access import Access
from saleroom.server.contests.challenges import Challenges
from saleroom.server.contests.daily import Dailies
from saleroom.server.contests.ladder import Ladder
from saleroom.server.contests.results import store_result
from saleroom.server.contests.round_schedule import watch_schedule
from saleroom.server.contests.series import SeriesService
from saleroom.server.contests.tournaments import Tournaments
from saleroom.server.http.network import Network
from saleroom.server.http.rate_limits import RequestLimits, TokenBuckets
from saleroom.server.ops.gc_tuning import CycleCollector
from saleroom.server.ops.loop_lag import measure_lag
from saleroom.server.ops.settings import Settings
from saleroom.server.practice.classrooms import Classrooms
from saleroom.server.practice.service import PracticeService
from saleroom.server.protocol.match_bodies import Review
from saleroom.server.realtime import correspondence, operator_commands
from saleroom.server.realtime.archiving import archive_regularly
from saleroom.server.realtime.bot_streams import OpenStreams
from saleroom.server.realtime.hub import Hub
from saleroom.server.realtime.reminders import Reminders
from saleroom.server.realtime.socket_limits import SocketLimits
from saleroom.server.realtime.sockets import SocketEndpoint
from saleroom.server.realtime.upkeep import Upkeep
from saleroom.server.storage.one_time_codes import Codes
from saleroom.server.storage.series import MOST_MEMBERS
from saleroom.server.workers.result_cache import ResultCache
from saleroom.server.workers.reviews import Reviews

if TYPE_CHECKING:
    from saleroom.server.realtime.cluster import Cluster  # this module needs the Redis client

log = logging.getLogger("saleroom.server")

BOT_RATE, BOT_BURST = 10.0, 200.0
"""Requests per second that one bot may send in the long run, and requests that it may send at once after a pause."""
CODE_RATE, CODE_BURST = 1 / 300, 6.0
"""Codes per second, in the long run and at once, that one person, network address or IPv6 /48 network may send to
webhooks, and that one webhook may get.
"""
JOIN_BURST = float(MOST_MEMBERS)
JOIN_RATE = JOIN_BURST / 3600
"""New members per second, and at once, whom series may get from one network address or IPv6 /48 network. All members of
a club can meet in one network.
"""
COMPILE_AFTER = 1.0
"""Seconds before compilation starts. In this time, a browser on the same machine can draw its page undisturbed."""


class AppServices:
    """Services that one server's endpoints use."""

    def __init__(self, hub: Hub, network: Network, settings: Settings) -> None:
        """Create the services for `hub`; `start` starts them."""
        self.hub, self.store, self.network = hub, hub.store, network
        self.cluster: Cluster | None = None
        """Link to the other processes that share the tables; None if there are no other processes."""
        self.access = Access(self.store.contests)
        self.previews = LinkPreviews(hub.lobby, self.store.contests, self.access)
        self.dailies = Dailies(hub, public=settings.public is not None)
        self.challenges = Challenges(hub)
        self.tournaments = Tournaments(hub)
        self.series = SeriesService(hub, self.tournaments)
        self.ladder = Ladder(hub)
        self.reminders = Reminders(hub, settings.public, settings.webhooks)
        self.tournaments.on_round = self.reminders.note_round
        self.sockets = SocketEndpoint(hub, SocketLimits().times(settings.leniency), self.access.may_look)
        self.streams = OpenStreams()
        self.bot_limits = TokenBuckets(BOT_RATE * settings.leniency, BOT_BURST * settings.leniency)
        self.code_limits = TokenBuckets(CODE_RATE * settings.leniency, CODE_BURST * settings.leniency)
        self.join_limits = TokenBuckets(JOIN_RATE * settings.leniency, JOIN_BURST * settings.leniency)
        self.results = ResultCache()
        self.reviews = Reviews(hub.bot_pool, self._store_review)
        self.practice = PracticeService(self.store, hub.bot_pool, lambda: hub.busy)
        self.classrooms = Classrooms(self.store, hub.bot_pool, self.access.is_open)
        database = self.store.database
        self.pairing_codes = PairingCodes(Codes(database, PAIRING, CODE_LIFETIME))
        self.link_codes = TypedCodes(Codes(database, LINK, CODE_LIFETIME))
        self.ceremonies = Ceremonies(Codes(database, PASSKEY, LIFETIME))
        self.exporting: set[str] = set()
        """Holders (devices) with an export in progress."""
        self.people_lock = asyncio.Lock()
        """Lock held while devices are linked or a person is erased, because both change all rows of an identity."""
        self._bus = settings.bus
        self._archive_after = settings.archive_after
        self._is_public = settings.public is not None
        self._upkeep = Upkeep(hub)
        self._background: list[asyncio.Task[None]] = []
        result_writers = (partial(store_result, self.store.contests), self.tournaments.note_end, self.ladder.note_end)
        hub.results.writers += result_writers

    async def start(self, request_limits: RequestLimits | None) -> None:
        """Join the cluster and start all background work. All processes of the cluster share `request_limits`."""
        if not self._is_public:
            log.info("link previews have no picture and no address, because they need --public-url")
        if request_limits is not None:
            request_limits.seated = self.hub.seated
        self._run(compile_games(self.hub, self._upkeep.cycle_collector), self.dailies.publish_daily())
        await self._join_cluster()
        await operator_commands.apply_operator_log(self.hub)
        self._upkeep.start()
        self._run(
            operator_commands.follow_operator_log(self.hub, self._forget_matches),
            self.tournaments.resume(),
            correspondence.watch_clocks(self.hub),
            watch_schedule(self.tournaments),
            self.reminders.run(),
            self.classrooms.delete_expired(),
            self.sockets.heartbeat.run(),
            measure_lag(),
            archive_regularly(self.store, self._archive_after),
        )
        if self.cluster is not None:
            self.cluster.share({**self._shared_limits(), **(request_limits.shared() if request_limits else {})})
        self.practice.daily.start()

    async def close(self) -> None:
        """Stop all work and close the store, even if `start` has not completed."""
        async with AsyncExitStack() as stack:  # if closing one part fails, the others are still closed
            stack.push_async_callback(self.store.close)
            if self.cluster is not None:
                stack.push_async_callback(self.cluster.close)
            stack.push_async_callback(self.hub.close)
            stack.push_async_callback(self._upkeep.close)
            stack.push_async_callback(self.reminders.close)
            stack.push_async_callback(self.dailies.close)
            for task in self._background:
                stack.callback(task.cancel)
            stack.push_async_callback(self.practice.daily.close)

    def _shared_limits(self) -> dict[str, TokenBuckets]:
        """Return the buckets that all processes of a cluster share, by name."""
        return {
            "people": self.sockets.people,
            "addresses": self.sockets.addresses,
            "programs": self.bot_limits,
            "codes": self.code_limits,
            "joins": self.join_limits,
        }

    def _run(self, *jobs: Coroutine[Any, Any, None]) -> None:
        self._background += map(asyncio.create_task, jobs)

    async def _join_cluster(self) -> None:
        """If there is a bus, join the other processes that share the tables."""
        if self._bus is None:
            return
        from saleroom.server.realtime.cluster import Cluster

        cluster = Cluster(self.hub, self._bus)
        await cluster.start()
        self.cluster = cluster

    def _forget_matches(self) -> None:
        """Drop matches from the caches: the operator can have erased a person, whose names they contain."""
        self.results.clear()
        self.classrooms.forget_all()
        self.practice.forget_all()

    async def _store_review(self, key: tuple[str, int], review: Review) -> None:
        await self.store.results.note_review(*key, review.decisions, review.cost, time.time())


async def compile_games(hub: Hub, cycle_collector: CycleCollector) -> None:
    """Compile every game, and then every game's search, before a player needs them. Call this after the first page has
    been sent.
    """
    await asyncio.sleep(COMPILE_AFTER)
    slow = [name for name in NAMES if not is_ready(load(name))]
    if slow:
        log.warning("compiling the games, once after an update; they can be played meanwhile")
    for name in NAMES:
        await hub.bot_pool.ready(name)
    if slow:
        log.warning("the games are compiled")
    for name in NAMES:
        await hub.bot_pool.search_ready(name)
    cycle_collector.set_apart(hub.busy)
