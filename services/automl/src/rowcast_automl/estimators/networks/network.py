"""Dense neural networks, several side by side, trained with AdamW."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np

from rowcast_automl.estimators.base import FoldData, FoldFit, NetworkMember, as_outputs
from rowcast_automl.estimators.early_stopping import RoundLosses, row_losses
from rowcast_automl.estimators.networks.activation import SELU_ALPHA, SELU_SCALE, selu
from rowcast_automl.estimators.networks.batch_norm import BatchNorm
from rowcast_automl.estimators.probabilities import sigmoid, softmax
from rowcast_automl.features.tensors import Array

# Epochs without a better one; of a normalised network, which learns slowly at first, a share of all.
PATIENCE, PATIENCE_SHARE = 20, 0.25
WARM_UP = 0.1
BETAS = (0.9, 0.98)
# Of an answer, so little of what the served form may differ by that a logarithm's may be taken back.
SINGLE_ERROR = 5e-7


@dataclass(slots=True)
class Weights:
    """All weights of the networks in one vector, with views for weights, biases and gains of each layer.

    Parameters
    ----------
    flat : float32 array
    layers : list of (weights, bias)
        Shapes (networks, inputs, outputs) and (networks, 1, outputs).
    gains : list of float32 arrays, shape (networks, 1, outputs)
        Gains of each layer except the last, if layers are normalised; otherwise empty.
    """

    flat: Array
    layers: list[tuple[Array, Array]]
    gains: list[Array]


def allocate(networks: int, sizes: list[int], normalised: bool) -> Weights:
    """Create zeroed weights for layers of the given sizes."""
    pairs = [((networks, a, b), (networks, 1, b)) for a, b in pairwise(sizes)]
    shapes = [shape for pair in pairs for shape in pair]
    shapes += [(networks, 1, b) for b in sizes[1:-1]] if normalised else []
    ends = np.cumsum([int(np.prod(shape)) for shape in shapes])
    flat = np.zeros(ends[-1], np.float32)
    views = [part.reshape(shape) for part, shape in zip(np.split(flat, ends[:-1]), shapes, strict=True)]
    dense = 2 * len(pairs)
    return Weights(flat, list(zip(views[:dense:2], views[1:dense:2], strict=True)), views[dense:])


def fit_network(data: FoldData, params: Mapping[str, Any]) -> FoldFit:
    """Fit dense networks with AdamW, learning-rate warm-up and cosine decay.

    Returns the best epoch on the validation rows, or the last one if `data.ends_at` is set.

    Parameters
    ----------
    params : mapping
        `hidden` (layer sizes), `networks` (number trained side by side), `epochs`, `rate` (highest learning
        rate), `decay` (decoupled weight decay), `dropout`, `batch`, and `normalised` for batch normalisation.

    Notes
    -----
    Layers are self-normalising (Klambauer et al., 2017) or batch-normalised (Ioffe and Szegedy, 2015),
    trained with AdamW (Loshchilov and Hutter, 2019). Each network reads the rows in its own order.
    """
    random = np.random.default_rng(data.seed)
    rows = np.ascontiguousarray(data.train, dtype=np.float32)
    target = as_outputs(data.train_target, data.classes).astype(np.float32)
    networks, epochs = int(params["networks"]), int(params["epochs"])
    sizes = [rows.shape[1], *params["hidden"], data.outputs]
    normalised = bool(params.get("normalised"))
    weights = allocate(networks, sizes, normalised)
    for layer, _ in weights.layers:
        layer[:] = random.normal(0, 1 / np.sqrt(layer.shape[1]), layer.shape)
    weights.layers[-1][0][:] *= 0.1
    trainer = Trainer(weights, params, data, random)
    valid = data.valid.astype(np.float32)
    batch = int(params["batch"])
    steps = max(1, len(rows) // batch)
    best_loss, best_epoch, best = np.inf, 0, copied(trainer.layers)
    patience = max(PATIENCE, round(PATIENCE_SHARE * epochs)) if normalised else PATIENCE
    losses, said, late = RoundLosses(data), np.zeros((len(valid), data.outputs)), False
    for epoch in range(data.ends_at or epochs):
        order = np.stack([random.permutation(len(rows)) for _ in range(networks)])
        for step in range(steps):
            chosen = order[:, step * batch : (step + 1) * batch]
            trainer.step(rows[chosen], target[chosen], (epoch + step / steps) / epochs)
            if data.late:
                break
        layers = trainer.layers
        mean = squashed(forward(layers, valid), data).mean(axis=0)
        better = losses.add(mean)
        said[better] = mean[better]
        loss = float(row_losses(mean, data).mean())
        if loss < best_loss or (data.ends_at and np.isfinite(loss)):
            best_loss, best_epoch, best = loss, epoch, copied(layers)
        late = data.late
        if late or epoch - best_epoch >= patience:
            break
    member, extra = in_single(NetworkMember(best), data)

    def answer(chosen: Array, epoch: int) -> Array:
        return predictions(member, data.valid[chosen], data) if epoch == best_epoch else said[chosen]

    valid_answers = losses.predictions(best_epoch, answer)
    return FoldFit(member, valid_answers, extra, cut_short=late, ended=best_epoch + 1)


class Trainer:
    """Takes gradient steps on weights."""

    def __init__(
        self, weights: Weights, params: Mapping[str, Any], data: FoldData, random: np.random.Generator
    ) -> None:
        self._weights = weights
        networks, normalised = weights.layers[0][0].shape[0], bool(weights.gains)
        self._gradient = allocate(networks, layer_sizes(weights), normalised)
        self._norms = [BatchNorm(*pair) for pair in zip(weights.gains, self._gradient.gains, strict=True)]
        self._mean = np.zeros_like(weights.flat)
        self._square = np.zeros_like(weights.flat)
        self._rate, self._decay = float(params["rate"]), float(params["decay"])
        self._dropout = float(params["dropout"])
        self._data = data
        self._random = random
        self._steps = 0

    @property
    def layers(self) -> list[tuple[Array, Array]]:
        """Layers without batch normalisation that give the same predictions with the current weights."""
        hidden, last = self._weights.layers[:-1], self._weights.layers[-1]
        if not self._norms:
            return [*hidden, last]
        return [*(norm.folded(*layer) for norm, layer in zip(self._norms, hidden, strict=True)), last]

    def step(self, rows: Array, target: Array, done: float) -> None:
        """Update the weights by one step of AdamW.

        Parameters
        ----------
        rows : float32 array, shape (networks, batch, features)
        target : float32 array, shape (networks, batch, outputs)
        done : float
            Fraction of the training that is complete, for the learning rate.
        """
        self.differentiate(rows, target)
        gradient = self.gradient
        self._steps += 1
        rate = self._rate * (done / WARM_UP if done < WARM_UP else cosine((done - WARM_UP) / (1 - WARM_UP)))
        self._mean += (1 - BETAS[0]) * (gradient - self._mean)
        self._square += (1 - BETAS[1]) * (gradient * gradient - self._square)
        mean = self._mean / np.float32(1 - BETAS[0] ** self._steps)
        square = self._square / np.float32(1 - BETAS[1] ** self._steps)
        flat = self._weights.flat
        flat *= np.float32(1 - rate * self._decay)
        flat -= np.float32(rate) * mean / (np.sqrt(square) + np.float32(1e-8))

    @property
    def gradient(self) -> Array:
        """Gradient of the loss of the last batch, in the layout of the weights."""
        return self._gradient.flat

    def differentiate(self, rows: Array, target: Array) -> Array:
        """Compute the gradient of a batch's loss and store it. Returns the margins or values of the batch."""
        layers, inputs, masks = self._weights.layers, [rows], []
        hidden = rows
        for index, (weights, bias) in enumerate(layers[:-1]):
            added = hidden @ weights
            if self._norms:
                added = self._norms[index].forward(added)
            hidden = selu(added + bias)
            if self._dropout:
                kept = self._random.random(hidden.shape, dtype=np.float32) >= self._dropout
                mask = kept / np.float32(1 - self._dropout)
                masks.append(mask)
                inputs.append(hidden * mask)
                hidden = inputs[-1]
            else:
                inputs.append(hidden)
        output = hidden @ layers[-1][0] + layers[-1][1]
        delta = (squashed(output, self._data) - target) / np.float32(rows.shape[1])
        for index in reversed(range(len(layers))):
            weight_gradient, bias_gradient = self._gradient.layers[index]
            bias_gradient[:] = delta.sum(axis=1, keepdims=True)
            if self._norms and index < len(self._norms):
                delta = self._norms[index].backward(delta)
            np.matmul(inputs[index].transpose(0, 2, 1), delta, out=weight_gradient)
            if index:
                delta = delta @ layers[index][0].transpose(0, 2, 1)
                active = inputs[index]
                if self._dropout:
                    delta *= masks[index - 1]
                    active = active * np.float32(1 - self._dropout)
                slope = np.where(
                    active > 0, np.float32(SELU_SCALE), active + np.float32(SELU_SCALE * SELU_ALPHA)
                )
                delta *= slope
        return output


def copied(layers: list[tuple[Array, Array]]) -> list[tuple[Array, Array]]:
    """Copy the layers, so that further steps do not change them."""
    return [(weights.copy(), bias.copy()) for weights, bias in layers]


def layer_sizes(weights: Weights) -> list[int]:
    """Return the inputs of the first layer, then the outputs of each layer."""
    return [weights.layers[0][0].shape[1], *[layer.shape[2] for layer, _ in weights.layers]]


def cosine(done: float) -> float:
    """Return the learning-rate factor, which falls from 1 to 0 along half a cosine."""
    return float(0.5 * (1 + np.cos(np.pi * min(done, 1.0))))


def squashed(output: Array, data: FoldData) -> Array:
    """Convert outputs to values or probabilities. Minus the target, they are the loss gradient."""
    if data.task == "regression":
        return output
    return sigmoid(output) if data.classes == 2 else softmax(output)


def forward(layers: list[tuple[Array, Array]], rows: Array) -> Array:
    """Return margins or values, shape (networks, n_samples, outputs)."""
    hidden = rows[None]
    for index, (weights, bias) in enumerate(layers):
        hidden = hidden @ weights + bias
        if index < len(layers) - 1:
            hidden = selu(hidden)
    return hidden


def in_single(single: NetworkMember, data: FoldData) -> tuple[NetworkMember, Array]:
    """Choose the precision: float32, or float64 if float32 changes a parity prediction visibly.

    float32 takes half the time.

    Returns
    -------
    member : NetworkMember
    predictions : array, shape (n_samples, outputs)
        Its predictions for the parity rows.
    """
    double = single.astype(np.float64)
    with np.errstate(over="ignore", invalid="ignore"):
        short, exact = (predictions(each, data.extra, data) for each in (single, double))
        error = np.abs(short - exact)
    if np.all(error < SINGLE_ERROR * np.maximum(1, np.abs(exact))):
        return single, short
    return double, exact


def predictions(member: NetworkMember, rows: Array, data: FoldData) -> Array:
    """Return the networks' mean value or mean probabilities, shape (n_samples, outputs).

    Binary tasks have one output, the probability of the second class.
    """
    kind = member.layers[0][0].dtype
    mean: Array = squashed(forward(member.layers, rows.astype(kind)).astype(np.float64), data).mean(axis=0)
    return mean
