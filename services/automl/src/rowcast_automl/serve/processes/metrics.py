"""What `/metrics` tells."""

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

# Sorted into buckets together: between two calls the code for it would have to be fetched again each time.
MOST_FRESH = 256


class Tally:
    """Counts for the event loop's thread: without the locks that cost more than what they measure.

    Parameters
    ----------
    bounds : tuple of float
        Upper bounds of the buckets, rising.
    """

    def __init__(self, bounds: tuple[float, ...]) -> None:
        self._bounds = bounds
        self._counts = [0] * (len(bounds) + 1)
        self._sum = 0.0
        self._fresh: list[float] = []

    def observe(self, value: float) -> None:
        """Counts a value."""
        fresh = self._fresh
        fresh.append(value)
        if len(fresh) >= MOST_FRESH:
            self._settle()

    def told(self) -> tuple[list[tuple[str, float]], float]:
        """Buckets and sum as Prometheus reads them."""
        self._settle()
        buckets, total = [], 0
        for bound, count in zip([*self._bounds, float("inf")], self._counts, strict=True):
            total += count
            buckets.append(("+Inf" if bound == float("inf") else str(bound), float(total)))
        return buckets, self._sum

    def _settle(self) -> None:
        for value in self._fresh:
            self._counts[bisect_left(self._bounds, value)] += 1
            self._sum += value
        self._fresh.clear()


class Histogram(Collector):
    """Tallies under one name.

    Parameters
    ----------
    forms : sequence of str
        Values of the label `form`, a tally each; without any there is one tally, for the form "".
    """

    def __init__(self, name: str, text: str, bounds: tuple[float, ...], forms: Sequence[str] = ()) -> None:
        self._name, self._text, self._labels = name, text, ["form"] if forms else []
        self._tallies = {form: Tally(bounds) for form in forms or ("",)}
        REGISTRY.register(self)

    def of(self, form: str = "") -> Tally:
        """The tally of a form."""
        return self._tallies[form]

    def collect(self) -> Iterable[HistogramMetricFamily]:
        """All tallies as Prometheus reads them."""
        family = HistogramMetricFamily(self._name, self._text, labels=self._labels)
        for form, tally in self._tallies.items():
            family.add_metric([form] if self._labels else [], *tally.told())
        yield family


class OpenTime:
    """Calls under way, and their time added up: its growth in a second is their mean number in it."""

    def __init__(self) -> None:
        self._open = 0
        self._seconds = 0.0
        self._since = time.monotonic()

    def change(self, by: int) -> None:
        """Counts a call that begins (1) or ends (-1)."""
        now = time.monotonic()
        self._seconds += self._open * (now - self._since)
        self._since = now
        self._open += by

    @property
    def seconds(self) -> float:
        """Time of all calls until now."""
        self.change(0)
        return self._seconds


@contextmanager
def counted_for_scaling(headers: Mapping[str, str]) -> Iterator[None]:
    """What is done within is under way, where the call's API may have another process."""
    by = int(SCALING in headers)
    SCALING_CALLS.change(by)
    try:
        yield
    finally:
        SCALING_CALLS.change(-by)


class OpenCalls(OpenTime, Collector):
    """All predict calls under way."""

    def __init__(self) -> None:
        super().__init__()
        REGISTRY.register(self)

    def collect(self) -> Iterable[Metric]:
        """Both figures as Prometheus reads them."""
        yield GaugeMetricFamily("rowcast_open_requests", "Predict requests under way.", value=self._open)
        text = "Time of all predict requests, those under way included."
        yield CounterMetricFamily("rowcast_open_request_seconds", text, value=self.seconds)


OPEN_CALLS = OpenCalls()
# Of APIs for which another process may be started.
SCALING_CALLS = OpenTime()
SCALING = "x-rowcast-scaling"
# A stream lasts as long as its caller sends: of it, only the wait for its first rows, once they are there.
_SECONDS = Histogram(
    "rowcast_predict_seconds",
    "Time to answer a predict request; of a stream, its first rows.",
    (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5),
    ("rows", "tensors", "stream"),
)
REQUEST_SECONDS, TENSORS_SECONDS, STREAM_SECONDS = map(_SECONDS.of, ("rows", "tensors", "stream"))
PREDICTED_ROWS = Histogram(
    "rowcast_predicted_rows", "Rows of an answered request.", (1, 10, 100, 1_000, 10_000)
).of()
BATCH_ROWS = Histogram(
    "rowcast_batch_rows", "Rows of one run of a graph.", (1, 2, 4, 8, 16, 64, 256, 1_024)
).of()
REFUSED = Counter("rowcast_refused_requests_total", "Requests answered with an error.", ["code"])
BUSY = Counter("rowcast_busy_total", "Requests refused because too many waited for their model.")
GONE = Counter("rowcast_abandoned_requests_total", "Requests whose caller left before the answer.")
LOADS = Counter("rowcast_model_loads_total", "Bundles loaded.", ["outcome"])
UNLOADS = Counter("rowcast_model_unloads_total", "Models taken out of memory.", ["reason"])
LOAD_SECONDS = Histogram(
    "rowcast_model_load_seconds",
    "Time from the bundle in the store to the first possible answer.",
    (0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 60),
).of()
LOADED_MODELS = Gauge("rowcast_loaded_models", "Models in memory.")
LOADED_BYTES = Gauge("rowcast_loaded_model_bytes", "Estimated memory of the loaded models.")
PROCESSES = Gauge("rowcast_model_server_processes", "Processes behind this address.")
PROCESSES.set(1)
