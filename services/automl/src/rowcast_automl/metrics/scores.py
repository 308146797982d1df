"""Metrics, computed with numpy alone so that a process that forks never starts OpenMP threads."""

from __future__ import annotations

import numpy as np

from rowcast_automl.contracts.generated import LOWER_IS_BETTER, METRICS_OF_TASK, TrainingConfig
from rowcast_automl.features.schema import Task
from rowcast_automl.features.tensors import Array
from rowcast_automl.platform.errors import RowcastError, field_problem

# From where on the second of two classes is answered: in all rows, or in each of them.
Threshold = float | Array
EPSILON = 1e-15


def choose_metric(config: TrainingConfig, task: Task) -> str:
    """Return the requested metric, or the default of the task.

    Raises
    ------
    RowcastError
        VALIDATION_FAILED if the metric does not fit the task.
    """
    fitting = METRICS_OF_TASK[task]
    if config.metric == "auto":
        return fitting[0]
    if config.metric not in fitting:
        message = f"{config.metric} does not fit a {task} task. Choose one of {', '.join(fitting)}."
        raise RowcastError("VALIDATION_FAILED", message, [field_problem("metric", message)])
    return config.metric


def score(metric: str, truth: Array, predictions: Array, threshold: Threshold = 0.5) -> float:
    """Compute one metric.

    Parameters
    ----------
    truth : array, shape (n_samples,)
        Class indices, or numbers.
    predictions : array
        Probabilities of shape (n_samples, n_classes), or numbers of shape (n_samples,).
    threshold : Threshold
        For accuracy and F1.

    Returns
    -------
    float
        NaN if the metric is undefined, such as an AUC of a single class.
    """
    if metric in ("rmse", "mae", "r2"):
        error = truth - predictions
        if metric == "mae":
            return float(np.mean(np.abs(error)))
        squared = float(np.mean(error**2))
        if metric == "rmse":
            return float(np.sqrt(squared))
        variance = float(np.var(truth))
        return 1 - squared / variance if variance > 0 else float("nan")
    if metric == "log_loss":
        return log_loss(truth, predictions)
    if metric == "roc_auc":
        return roc_auc(truth, predictions)
    chosen = decide(predictions, threshold)
    if metric == "accuracy":
        return float(np.mean(chosen == truth))
    _, _, f1, support = per_class(truth, chosen, predictions.shape[1])
    if predictions.shape[1] == 2:
        return float(f1[1]) if support[1] or chosen.any() else float("nan")
    return float(f1[support > 0].mean())


def decide(probabilities: Array, threshold: Threshold = 0.5) -> Array:
    """Return class indices: of two classes the second from the threshold on, otherwise the most probable."""
    if probabilities.shape[1] == 2:
        return (probabilities[:, 1] >= threshold).astype(np.int64)
    chosen: Array = probabilities.argmax(axis=1)
    return chosen


def threshold_of_rows(threshold: Threshold, rows: Array) -> Threshold:
    """Return the threshold of the given rows."""
    return threshold[rows] if isinstance(threshold, np.ndarray) else threshold


def log_loss(truth: Array, probabilities: Array) -> float:
    """Return the mean negative log-probability of the true class."""
    picked = probabilities[np.arange(len(truth)), truth]
    return float(-np.mean(np.log(np.clip(picked, EPSILON, 1.0))))


def roc_auc(truth: Array, probabilities: Array) -> float:
    """Return the area under the ROC curve; for several classes, the unweighted one-vs-rest mean."""
    classes = probabilities.shape[1]
    if classes == 2:
        return binary_auc(truth == 1, probabilities[:, 1])
    areas = [binary_auc(truth == index, probabilities[:, index]) for index in range(classes)]
    known = [area for area in areas if np.isfinite(area)]
    return float(np.mean(known)) if known else float("nan")


def binary_auc(positive: Array, scores: Array) -> float:
    """Return the Mann-Whitney statistic, in which ties count half."""
    count = int(positive.sum())
    others = len(positive) - count
    if not count or not others:
        return float("nan")
    order = np.argsort(scores)
    ends = np.flatnonzero(np.append(np.diff(scores[order]) != 0, True))
    rows, hits = np.diff(ends, prepend=-1), np.diff(np.cumsum(positive[order])[ends], prepend=0)
    ranks = ends + 1 - (rows - 1) / 2
    return float((np.sum(hits * ranks) - count * (count + 1) / 2) / (count * others))


def per_class(truth: Array, chosen: Array, classes: int) -> tuple[Array, Array, Array, Array]:
    """Return precision, recall, F1 and support of each class; 0 if undefined."""
    table = confusion(truth, chosen, classes)
    hits = np.diag(table).astype(float)
    predicted, support = table.sum(axis=0), table.sum(axis=1)
    precision = np.divide(hits, predicted, out=np.zeros(classes), where=predicted > 0)
    recall = np.divide(hits, support, out=np.zeros(classes), where=support > 0)
    both = precision + recall
    f1 = np.divide(2 * precision * recall, both, out=np.zeros(classes), where=both > 0)
    return precision, recall, f1, support


def confusion(truth: Array, chosen: Array, classes: int) -> Array:
    """Return the confusion matrix, shape (true classes, predicted classes)."""
    return np.bincount(truth * classes + chosen, minlength=classes * classes).reshape(classes, classes)


def better(metric: str, left: float, right: float) -> bool:
    """Whether `left` is the better score."""
    return left < right if metric in LOWER_IS_BETTER else left > right
