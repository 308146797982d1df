"""Finds pairs of numbers of which the sum, difference, product or ratio tells more than the two alone.

A tree cuts one column at a time, so it needs many cuts to say that one number is large beside another. Quick
boosted trees are offered every pair of the columns that matter, on two thirds of the rows at a time. What
they cut by is kept if they answer the last third clearly better with it: on small tables much is cut by that
means nothing, and cross-validation over rows that took part in the choice would not tell.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import warnings
from collections import Counter
from itertools import combinations
from multiprocessing.connection import Connection

import numpy as np

from rowcast_automl.estimators.families import LEAFWISE, load
from rowcast_automl.features.derived import Derived, Operation, derived
from rowcast_automl.features.encoding import Coded, Encoder
from rowcast_automl.features.schema import Task
from rowcast_automl.features.tensors import Array, Tensors
from rowcast_automl.platform.limits import die_with_parent

LEAST_ROWS, MOST_ROWS, MOST_COLUMNS = 150, 5_000, 300
LEAST_VALUES = 6
PAIRED_COLUMNS, MOST_DERIVED = 10, 8
ROUNDS, MODELS, JUDGING_ROUNDS = 80, 3, 120
LEAST_GAIN, ALIKE = 0.01, 0.97
# Standard errors by which the loss must fall, and of three choices those that must agree on a pair.
CLEARLY, PARTS, AGREEING = 0.5, 3, 2
SMALLEST = 1e-9

Pair = tuple[Operation, int, int]


def choose_derived(
    encoder: Encoder,
    rows: Tensors,
    coded: Coded,
    y: Array,
    task: Task,
    classes: int,
    seed: int,
    seconds: float,
) -> Derived:
    """The pairs worth having, found in a process that is given up after `seconds`.

    Parameters
    ----------
    encoder : Encoder
        One without derived numbers.
    y : array, shape (n_samples,)
        Class indices, or numbers.
    """
    slots = rows.numbers.shape[1]
    if seconds <= 0 or len(y) < LEAST_ROWS or slots < 2 or encoder.tree_width > MOST_COLUMNS:
        return Derived()
    try:
        load(LEAFWISE)
    except (ImportError, OSError):
        return Derived()
    some = np.sort(np.random.default_rng(seed).permutation(len(y))[:MOST_ROWS])
    X = encoder.trees(rows.take(some), coded.take(some), forest=False)
    context = multiprocessing.get_context("fork")
    receiver, sender = context.Pipe(duplex=False)
    process = context.Process(
        target=choose_in_child, args=(sender, X, slots, y[some], task, classes, seed, os.getpid())
    )
    process.start()
    sender.close()
    try:
        chosen = receiver.recv() if receiver.poll(seconds) else []
    except EOFError:
        chosen = []
    finally:
        process.kill()
        process.join()
        receiver.close()
    return derived(chosen)


def choose_in_child(
    sender: Connection, X: Array, slots: int, y: Array, task: Task, classes: int, seed: int, parent: int
) -> None:
    """Sends the pairs."""
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    signal.signal(signal.SIGUSR1, signal.SIG_IGN)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    die_with_parent()
    if os.getppid() != parent:
        os._exit(1)
    warnings.simplefilter("ignore")
    sender.send(proven_pairs(X, slots, y, task, classes, seed))


def proven_pairs(X: Array, slots: int, y: Array, task: Task, classes: int, seed: int) -> list[Pair]:
    """Pairs on which choices by most of the rows agree; none where they do not help with other rows.

    Parameters
    ----------
    X : float32 array, shape (n_samples, n_features)
        The boost view.
    slots : int
        How many of its first columns are the table's numbers.
    """
    parts = np.random.default_rng(seed).permutation(len(y)) % PARTS
    found = Counter[Pair]()
    saved = np.zeros(len(y))
    for part in range(PARTS):
        learn, check = parts != part, parts == part
        if classes and len(np.unique(y[learn])) < classes:
            return []
        chosen = best_pairs(X[learn], slots, y[learn], task, classes, seed)
        found.update(chosen)
        wide = np.concatenate([X, derived(chosen).extended(X[:, :slots])[:, slots:]], axis=1)
        without, having = (
            row_losses(each[learn], y[learn], each[check], y[check], task, classes, seed)
            for each in (X, wide)
        )
        saved[check] = without - having
    if saved.mean() <= CLEARLY * saved.std() / np.sqrt(len(saved)):
        return []
    return [pair for pair, count in found.most_common(MOST_DERIVED) if count >= AGREEING]


def row_losses(
    X: Array, y: Array, X_check: Array, y_check: Array, task: Task, classes: int, seed: int
) -> Array:
    """Each row's squared error or negative log-probability, from a quick model of other rows."""
    from rowcast_automl.estimators.leafwise import quick_model

    rounds = rounds_for(JUDGING_ROUNDS, classes)
    model = quick_model(X, y, task, classes, rounds=rounds, feature_fraction=0.7, seed=seed)
    answers: Array = model.predict(X_check)
    if not classes:
        return (answers - y_check) ** 2
    if answers.ndim == 1:
        answers = np.stack([1 - answers, answers], axis=1)
    losses: Array = -np.log(np.maximum(answers[np.arange(len(y_check)), y_check], SMALLEST))
    return losses


def rounds_for(rounds: int, classes: int) -> int:
    """Fewer of many classes, each of which takes a tree a round."""
    return max(10, rounds // max(1, classes - 1))


def gains_of(X: Array, y: Array, task: Task, classes: int, feature_fraction: float, seed: int) -> Array:
    """Each column's share of what a quick model gains by its cuts."""
    from rowcast_automl.estimators.leafwise import quick_model

    rounds = rounds_for(ROUNDS, classes)
    model = quick_model(X, y, task, classes, rounds=rounds, feature_fraction=feature_fraction, seed=seed)
    gains: Array = model.feature_importance("gain")
    return gains / max(float(gains.sum()), SMALLEST)


def best_pairs(X: Array, slots: int, y: Array, task: Task, classes: int, seed: int) -> list[Pair]:
    """Pairs by what quick models gain from them, the best first; of those that order rows alike only one."""
    alone = gains_of(X, y, task, classes, 0.5, seed)[:slots]
    useful = [slot for slot in np.argsort(-alone, kind="stable") if alone[slot] > 0 and varied(X[:, slot])]
    candidates = [
        pair
        for left, right in combinations(sorted(map(int, useful[:PAIRED_COLUMNS])), 2)
        for pair in combined(left, right)
    ]
    if not candidates:
        return []
    made = derived(candidates)
    columns = made.extended(X[:, :slots])[:, slots:]
    named = made.listed()
    both = np.concatenate([X, columns], axis=1)
    several = [gains_of(both, y, task, classes, 0.3, seed + turn) for turn in range(MODELS)]
    gains = np.mean(several, axis=0)[X.shape[1] :]
    chosen: list[int] = []
    orders: list[Array] = []
    for place in np.argsort(-gains, kind="stable"):
        if gains[place] < LEAST_GAIN or len(chosen) == MOST_DERIVED:
            break
        order = ranks(columns[:, place])
        if all(abs(float(order @ other)) < ALIKE for other in orders):
            chosen.append(int(place))
            orders.append(order)
    return [named[place] for place in chosen]


def combined(left: int, right: int) -> list[Pair]:
    """Everything that is made of two numbers."""
    return [
        ("add", left, right),
        ("subtract", left, right),
        ("multiply", left, right),
        ("divide", left, right),
        ("divide", right, left),
    ]


def varied(column: Array) -> bool:
    """Whether a number takes more than a handful of values."""
    return len(np.unique(column[~np.isnan(column)])) >= LEAST_VALUES


def ranks(column: Array) -> Array:
    """Ranks as a vector of mean 0 and length 1, so that the product of two is their correlation."""
    order = np.argsort(np.argsort(np.nan_to_num(column), kind="stable"), kind="stable").astype(np.float64)
    centred = order - order.mean()
    result: Array = centred / max(float(np.sqrt(centred @ centred)), 1.0)
    return result
