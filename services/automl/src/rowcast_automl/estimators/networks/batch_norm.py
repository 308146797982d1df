"""Batch normalisation for several networks that are trained side by side."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from rowcast_automl.features.tensors import Array

MOMENTUM = np.float32(0.1)
MIN_VARIANCE = np.float32(1e-5)


@dataclass(slots=True)
class BatchNorm:
    """Batch normalisation of one layer (Ioffe and Szegedy, 2015). The layer adds its bias after it.

    Parameters
    ----------
    gain, gain_gradient : float32 arrays, shape (networks, 1, outputs)
        Views of the weights and of their gradient.
    mean, variance : float32 arrays, shape (networks, 1, outputs)
        Running mean and variance, used for predictions.
    """

    gain: Array
    gain_gradient: Array
    mean: Array = field(init=False)
    variance: Array = field(init=False)
    _standard: Array = field(init=False)
    _inverse: Array = field(init=False)

    def __post_init__(self) -> None:
        """Set gain and variance to 1 and the mean to 0."""
        self.gain[:] = 1
        self.mean, self.variance = np.zeros_like(self.gain), np.ones_like(self.gain)

    def forward(self, added: Array) -> Array:
        """Normalise the outputs of a batch. Also update the running mean and variance.

        Returns a float32 array, shape (networks, batch, outputs).
        """
        rows = added.shape[1]
        mean = added.mean(axis=1, keepdims=True)
        apart = added - mean
        variance = (apart * apart).mean(axis=1, keepdims=True)
        self.mean += MOMENTUM * (mean - self.mean)
        unbiased = variance * np.float32(rows / max(1, rows - 1))
        self.variance += MOMENTUM * (unbiased - self.variance)
        self._inverse = 1 / np.sqrt(variance + MIN_VARIANCE)
        self._standard = apart * self._inverse
        result: Array = self._standard * self.gain
        return result

    def backward(self, delta: Array) -> Array:
        """Return the gradient with respect to the input.

        Also store the gradient of the gain in `gain_gradient`.
        """
        np.sum(delta * self._standard, axis=1, keepdims=True, out=self.gain_gradient)
        inner = delta * self.gain
        along = (inner * self._standard).mean(axis=1, keepdims=True)
        result: Array = self._inverse * (inner - inner.mean(axis=1, keepdims=True) - self._standard * along)
        return result

    def folded(self, weights: Array, bias: Array) -> tuple[Array, Array]:
        """Return weights and bias of a plain layer that includes the normalisation."""
        factor = self.gain / np.sqrt(self.variance + MIN_VARIANCE)
        return weights * factor, bias - self.mean * factor
