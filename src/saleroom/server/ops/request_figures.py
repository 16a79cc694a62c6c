"""Counts and latencies of HTTP requests. This module does not import the Prometheus client, because pages are served
before that slow import.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter, defaultdict
from dataclasses import dataclass, field

BUCKETS = (0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0)
"""Upper limits of the histogram's buckets in seconds; one more bucket has no limit."""
METHODS = ("DELETE", "GET", "HEAD", "POST")
PAGES, OTHER = "pages", "other"


@dataclass
class RouteLatency:
    """Histogram of the times until responses begin."""

    counts: list[int] = field(default_factory=lambda: [0] * (len(BUCKETS) + 1))
    seconds: float = 0.0


class RequestFigures:
    """Requests by method, route and status, and their latencies by route."""

    def __init__(self) -> None:
        self.counts: Counter[tuple[str, str, int]] = Counter()
        self.latencies: defaultdict[str, RouteLatency] = defaultdict(RouteLatency)

    def note(self, method: str, route: str, status: int, seconds: float) -> None:
        """Count a request whose response began after `seconds` seconds."""
        self.counts[method if method in METHODS else OTHER, route, status] += 1
        latency = self.latencies[route]
        latency.counts[bisect_left(BUCKETS, seconds)] += 1
        latency.seconds += seconds


FIGURES = RequestFigures()
"""Figures of this process."""
