"""Metrics of a server process, for Prometheus."""

from __future__ import annotations

import platform
from collections.abc import Iterator
from itertools import accumulate

from prometheus_client import REGISTRY, Counter, Gauge, Histogram, Info, generate_latest
from prometheus_client.core import CounterMetricFamily, HistogramMetricFamily, Metric
from prometheus_client.registry import Collector

from saleroom import __version__
from saleroom.server.ops.request_figures import BUCKETS, FIGURES

_QUICK = (0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10)

BUILD = Info("saleroom_build", "Version of Saleroom and of Python")
BUILD.info({"version": __version__, "python": platform.python_version()})
TABLES = Gauge("saleroom_tables", "Tables held in memory")
SOCKETS = Gauge("saleroom_sockets", "Connections open")
COMMANDS = Counter("saleroom_commands", "Commands by kind and outcome", ["kind", "outcome"])
COMMAND_TIME = Histogram(
    "saleroom_command_seconds", "Time from reading a command to its answer, by kind", ["kind"], buckets=_QUICK
)
DROPPED = Counter("saleroom_dropped", "Connections that the server closed, by reason", ["reason"])
APPEND = Histogram("saleroom_append_seconds", "Time until an event is durable", buckets=_QUICK)
BROADCAST = Histogram("saleroom_broadcast_seconds", "Sending one event to all connections of a table", buckets=_QUICK)
STORE_WAIT = Histogram(
    "saleroom_store_wait_seconds", "Time until a transaction gets a thread, by pool", ["pool"], buckets=_QUICK
)
LOOP_LAG = Histogram("saleroom_loop_lag_seconds", "Delay of a timer of the event loop", buckets=_QUICK)
DISK_FREE = Gauge("saleroom_disk_free_bytes", "Free space on the file system of the data file", ["file"])
TAKEN = Counter("saleroom_tables_taken_over", "Tables taken over from another process")
FORWARDED = Counter("saleroom_forwarded", "Commands sent to the process that owns their table, by outcome", ["outcome"])
BUS_SENT = Counter("saleroom_bus_messages_sent", "Messages sent over the bus")
COMPILED = Gauge("saleroom_compiled", "1 once a game, or its search, runs as machine code", ["game", "part"])
CHOOSING = Histogram("saleroom_choosing_seconds", "A bot choosing a move", buckets=_QUICK)
SEARCHES_WAITING = Gauge("saleroom_searches_waiting", "Searches that wait for a thread, by share", ["share"])
SEARCH_WAIT = Histogram(
    "saleroom_search_wait_seconds", "Time until a search starts, by share", ["share"], buckets=_QUICK
)
HOUSE_MOVES = Counter("saleroom_house_moves", "Moves made by bots and autoplay", ["why"])
RELIEVED = Counter("saleroom_relieved", "Moves of the house in place of an outside player", ["player", "why"])
ARCHIVED = Counter("saleroom_archived_tables", "Tables moved into the archive")
ARCHIVED_ROWS = Counter("saleroom_archived_row_bytes", "Bytes of archived events before, without indexes")
ARCHIVED_BYTES = Counter("saleroom_archived_bytes", "Bytes of the archives made of them")
REPORTS = Counter("saleroom_reports", "Reports of people at tables, by subject", ["about"])


class _RequestCollector(Collector):
    """Collector of the figures of HTTP requests."""

    def collect(self) -> Iterator[Metric]:
        """Yield the counts and the latencies."""
        counts = CounterMetricFamily(
            "saleroom_http_requests", "HTTP requests by method, route and status", labels=["method", "route", "status"]
        )
        for (method, route, status), count in sorted(FIGURES.counts.items()):
            counts.add_metric([method, route, str(status)], count)
        yield counts
        latencies = HistogramMetricFamily(
            "saleroom_http_request_seconds", "Time until a response begins, by route", labels=["route"]
        )
        for route, latency in sorted(FIGURES.latencies.items()):
            limits = (*map(str, BUCKETS), "+Inf")
            buckets = list(zip(limits, accumulate(latency.counts), strict=True))
            latencies.add_metric([route], buckets, latency.seconds)
        yield latencies


REGISTRY.register(_RequestCollector())
CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"


def exposition() -> bytes:
    """Return all metrics in Prometheus's text format."""
    return generate_latest(REGISTRY)
