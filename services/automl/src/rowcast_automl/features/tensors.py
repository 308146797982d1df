"""The two tensors that every graph reads: numbers (NaN = missing) and texts ('' = missing)."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[Any]
OUTPUTS = ["answer"]
Run = Callable[[list[str], dict[str, Array], Any], Sequence[Any]]


@dataclass(frozen=True, slots=True)
class Tensors:
    """Packed rows.

    Parameters
    ----------
    numbers : array, shape (rows, number slots)
        float32; float64 if a field of the schema needs it.
    texts : object array of str, shape (rows, text slots)
    """

    numbers: Array
    texts: Array

    def __len__(self) -> int:
        return int(self.numbers.shape[0])

    def take(self, rows: Array | slice) -> Tensors:
        """Return the rows chosen by index, mask or slice."""
        return Tensors(self.numbers[rows], self.texts[rows])

    def feed(self) -> dict[str, Array]:
        """Return the inputs for an ONNX session. A tensor without columns is no input of the graph."""
        inputs = {}
        if self.numbers.shape[1]:
            inputs["numbers"] = self.numbers
        if self.texts.shape[1]:
            inputs["texts"] = self.texts
        return inputs


def run_of(session: Any) -> Run:
    """Return a session's run function, without the checks of names and types at each call."""
    run: Run = getattr(session, "_sess", session).run
    return run


def run_within(session: Any, seconds: float) -> Run:
    """Return a run function with a time limit. It raises TimeoutError when the limit is exceeded."""
    import onnxruntime

    plain = run_of(session)

    def run(names: list[str], feed: dict[str, Array], _: Any) -> Sequence[Any]:
        options = onnxruntime.RunOptions()
        options.log_severity_level = 4
        late = threading.Event()

        def end() -> None:
            late.set()
            options.terminate = True

        timer = threading.Timer(seconds, end)
        timer.daemon = True
        timer.start()
        try:
            predictions: Sequence[Any] = plain(names, feed, options)
        except Exception:
            if late.is_set():
                raise TimeoutError from None
            raise
        finally:
            timer.cancel()
        return predictions

    return run


# Of a graph that was made elsewhere, the most rows that are run together: it was admitted by what these take.
FOREIGN_ROWS = 1_024


def run_in_parts(run: Run, tensors: Tensors, maximum: int) -> Array:
    """Run the graph on at most `maximum` rows at a time. Returns the concatenated predictions."""
    if len(tensors) <= maximum:
        predictions: Array = run(OUTPUTS, tensors.feed(), None)[0]
        return predictions
    starts = range(0, len(tensors), maximum)
    return np.concatenate(
        [run_in_parts(run, tensors.take(slice(at, at + maximum)), maximum) for at in starts]
    )


def stack(parts: list[Tensors]) -> Tensors:
    """Concatenate the rows of all parts."""
    return Tensors(
        np.concatenate([part.numbers for part in parts]), np.concatenate([part.texts for part in parts])
    )
