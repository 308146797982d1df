"""Prometheus metrics of the model server."""

from __future__ import annotations

import time
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager

from prometheus_client import REGISTRY, Counter, Gauge
from prometheus_client.core import (
    CounterMetricFamily,
    GaugeMetricFamily,
    HistogramMetricFamily,
    Metric,
)
from prometheus_client.registry import Collector

# Values are sorted into buckets in groups, which makes better use of the processor cache.
MAX_PENDING = 256


class Tally:
    """A histogram for the thread of the event loop, without locks.

    Parameters
    ----------
    bounds : tuple of float
        Upper bounds of the buckets, ascending.
    """

    def __init__(self, bounds: tuple[float, ...]) -> None:
        self._bounds = bounds
        self._counts = [0] * (len(bounds) + 1)
        self._sum = 0.0
        self._pending: list[float] = []

    def observe(self, value: float) -> None:
        """Count a value."""
        pending = self._pending
        pending.append(value)
        if len(pending) >= MAX_PENDING:
            self._flush()

    def snapshot(self) -> tuple[list[tuple[str, float]], float]:
        """Buckets and sum in Prometheus format."""
        self._flush()
        buckets, total = [], 0
        for bound, count in zip([*self._bounds, float("inf")], self._counts, strict=True):
            total += count
            buckets.append(("+Inf" if bound == float("inf") else str(bound), float(total)))
        return buckets, self._sum

    def _flush(self) -> None:
        for value in self._pending:
            self._counts[bisect_left(self._bounds, value)] += 1
            self._sum += value
        self._pending.clear()


class Histogram(Collector):
    """A Prometheus histogram with one tally per label value.

    Parameters
    ----------
    forms : sequence of str
        Values of the label `form`; without any there is one tally, for the form "".
    """

    def __init__(self, name: str, text: str, bounds: tuple[float, ...], forms: Sequence[str] = ()) -> None:
        self._name, self._text, self._labels = name, text, ["form"] if forms else []
        self._tallies = {form: Tally(bounds) for form in forms or ("",)}
        REGISTRY.register(self)

    def tally(self, form: str = "") -> Tally:
        """Return the tally of a label value."""
        return self._tallies[form]

    def collect(self) -> Iterable[HistogramMetricFamily]:
        """Yield all tallies in Prometheus format."""
        family = HistogramMetricFamily(self._name, self._text, labels=self._labels)
        for form, tally in self._tallies.items():
            family.add_metric([form] if self._labels else [], *tally.snapshot())
        yield family


class InFlightTime:
    """Requests in flight and their total time, whose increase per second is their mean number."""

    def __init__(self) -> None:
        self._open = 0
        self._seconds = 0.0
        self._since = time.monotonic()

    def change(self, by: int) -> None:
        """Count the start (1) or the end (-1) of a request."""
        now = time.monotonic()
        self._seconds += self._open * (now - self._since)
        self._since = now
        self._open += by

    @property
    def seconds(self) -> float:
        """Total time of all requests until now."""
        self.change(0)
        return self._seconds


@contextmanager
def count_for_scaling(headers: Mapping[str, str]) -> Iterator[None]:
    """Count a block as in flight, if the API of the request allows scaling."""
    by = int(SCALING_HEADER in headers)
    SCALING_IN_FLIGHT.change(by)
    try:
        yield
    finally:
        SCALING_IN_FLIGHT.change(-by)


class InFlightRequests(InFlightTime, Collector):
    """All predict requests in flight."""

    def __init__(self) -> None:
        super().__init__()
        REGISTRY.register(self)

    def collect(self) -> Iterable[Metric]:
        """Both metrics in Prometheus format."""
        yield GaugeMetricFamily("rowcast_open_requests", "Predict requests under way.", value=self._open)
        text = "Time of all predict requests, those under way included."
        yield CounterMetricFamily("rowcast_open_request_seconds", text, value=self.seconds)


IN_FLIGHT = InFlightRequests()
# Requests of APIs that allow scaling.
SCALING_IN_FLIGHT = InFlightTime()
SCALING_HEADER = "x-rowcast-scaling"
# A stream lasts as long as its client sends rows, so only its first rows are measured.
_SECONDS = Histogram(
    "rowcast_predict_seconds",
    "Time to answer a predict request; of a stream, its first rows.",
    (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5),
    ("rows", "tensors", "stream"),
)
REQUEST_SECONDS, TENSORS_SECONDS, STREAM_SECONDS = map(_SECONDS.tally, ("rows", "tensors", "stream"))
PREDICTED_ROWS = Histogram(
    "rowcast_predicted_rows", "Rows of an answered request.", (1, 10, 100, 1_000, 10_000)
).tally()
BATCH_ROWS = Histogram(
    "rowcast_batch_rows", "Rows of one run of a graph.", (1, 2, 4, 8, 16, 64, 256, 1_024)
).tally()
REJECTED = Counter("rowcast_refused_requests_total", "Requests answered with an error.", ["code"])
QUEUE_FULL = Counter("rowcast_busy_total", "Requests refused because too many waited for their model.")
DISCONNECTED = Counter("rowcast_abandoned_requests_total", "Requests whose caller left before the answer.")
LOADS = Counter("rowcast_model_loads_total", "Bundles loaded.", ["outcome"])
UNLOADS = Counter("rowcast_model_unloads_total", "Models taken out of memory.", ["reason"])
LOAD_SECONDS = Histogram(
    "rowcast_model_load_seconds",
    "Time from the bundle in the store to the first possible answer.",
    (0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 60),
).tally()
LOADED_MODELS = Gauge("rowcast_loaded_models", "Models in memory.")
LOADED_BYTES = Gauge("rowcast_loaded_model_bytes", "Estimated memory of the loaded models.")
PROCESSES = Gauge("rowcast_model_server_processes", "Processes behind this address.")
PROCESSES.set(1)
