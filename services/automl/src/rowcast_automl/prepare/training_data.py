"""The encoded training data that all fits share."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace

import numpy as np

from rowcast_automl.contracts.generated import Reason
from rowcast_automl.estimators.base import FoldData, MoreRows, View, as_outputs
from rowcast_automl.features.encoding.encoder import Coded, Encoder, fit_encoder
from rowcast_automl.features.encoding.id_columns import fit_id_columns
from rowcast_automl.features.encoding.target_encoding import (
    MAX_CLASSES,
    TargetTables,
    fit_target_tables,
    inner_parts,
    parts_beside,
    score_columns,
    scored_codes,
)
from rowcast_automl.features.schema import InputField, Task
from rowcast_automl.features.skewness import skewness
from rowcast_automl.features.splits.splitters import Order, Split, recent_splits
from rowcast_automl.features.tensors import Array, Tensors
from rowcast_automl.models.blend import LogTarget
from rowcast_automl.models.serving_cost import DEFAULT_LIMIT, Cost, text_cost
from rowcast_automl.prepare.interaction_search import InteractionTarget, find_interactions

SKEWED = 1.0
# Quantile of the positive values that is added before the logarithm, if some values are zero.
SHIFT = 0.1
# Parts of the validation rows for cross-fitted early stopping.
CHOOSING_PARTS = 5


@dataclass(frozen=True, slots=True)
class TrainingData:
    """Encoded rows, splits and target.

    Parameters
    ----------
    truth : array, shape (n_samples,)
        Class indices, or the target in its own units.
    interactions_skipped : Reason or None
        Why the search for numeric interactions is incomplete.
    limit : Cost
        Limit on the serving cost of the ensemble.
    log : LogTarget or None
        Transformation of a skewed target without negative values; None for other targets.
    splits : list of Split
        The k folds of each repeat; then `n_recent_splits` ones that also train on the most recent rows.
    rows, extra : Tensors
        Training rows, and the rows of the parity check, which every fit predicts.
    order : Order
        Groups and times of the training rows, which the splits respect.
    absolute : bool
        Whether models are selected by absolute errors instead of squared ones.
    more_rows : dict
        Further training rows by split, for candidates that use more rows.
    """

    task: Task
    classes: int
    truth: Array
    center: float
    scale: float
    log: LogTarget | None
    splits: list[Split]
    folds: int
    encoder: Encoder
    rows: Tensors
    extra: Tensors
    coded: Coded
    extra_coded: Coded
    seed: int
    order: Order
    n_recent_splits: int = 0
    interactions_skipped: Reason | None = None
    limit: Cost = DEFAULT_LIMIT
    absolute: bool = False
    views: dict[View, tuple[Array, Array]] = field(default_factory=dict)
    tables: dict[int, TargetTables] = field(default_factory=dict)
    more_rows: dict[int, MoreRows] = field(default_factory=dict)

    def prepare(self, number: int, view: View) -> None:
        """Encode a view and fit a split's target encoding, once; call before forking."""
        if view not in self.views:
            self.views[view] = (
                encode(self.encoder, view, self.rows, self.coded),
                encode(self.encoder, view, self.extra, self.extra_coded),
            )
        if view != "linear":
            self.learn_tables(number)

    def learn_tables(self, number: int) -> None:
        """Fit and store the target encoding of a split, unless it is stored already.

        The result is the same on every machine.
        """
        if number not in self.tables:
            train = self.splits[number].train
            self.tables[number] = fit_target_tables(
                self.coded.take(train),
                self._outputs(train),
                self.encoder,
                self.classes,
                self.seed,
                self.order.take(train),
            )

    def target_features(self, number: int, coded: Coded, order: Order) -> Array:
        """Apply a split's target encoding to other rows. Returns float32, shape (n_samples, width)."""
        tables = self.tables[number]
        # Rows of other groups and times are encoded like rows of a request.
        if order.free:
            return tables.apply(coded)
        own = self.order.take(self.splits[number].train)
        return tables.apply_beside(coded, parts_beside(own, self.seed, order))

    def fold(
        self,
        number: int,
        view: View,
        log: bool,
        deadline: float,
        uses_more_rows: bool = False,
        ends_at: int | None = None,
    ) -> FoldData:
        """Return the data of one fit; call `prepare` first."""
        split = self.splits[number]
        rows, extra = self.views[view]
        learn, check = rows[split.train], rows[split.valid]
        if view != "linear":
            tables = self.tables[number]
            valid = tables.apply(self.coded.take(split.valid))
            added = [tables.train, valid, tables.apply(self.extra_coded)]
            if view == "pieces":
                added = [tables.scaled(each) for each in added]
            learn, check, extra = (
                np.concatenate(pair, axis=1) for pair in zip((learn, check, extra), added, strict=True)
            )
        target = self._learned(self.truth, log)
        more_rows = None
        if uses_more_rows:
            more = self.more_rows[number]
            more_rows = MoreRows(more.X, self._learned(more.y, log))
        return FoldData(
            task=self.task,
            train=learn,
            train_target=target[split.train],
            valid=check,
            valid_target=target[split.valid],
            extra=extra,
            classes=self.classes,
            deadline=deadline,
            seed=self.seed + number,
            more_rows=more_rows,
            absolute=self.absolute,
            order=self.order.take(split.train),
            valid_parts=inner_parts(
                len(split.valid), self.seed, self.order.take(split.valid), CHOOSING_PARTS
            ),
            ends_at=ends_at,
        )

    @property
    def target(self) -> Array:
        """The target without a logarithm: class indices, or standardised numbers."""
        return self._learned(self.truth, False)

    @property
    def rounds(self) -> int:
        """Number of repeats of the k-fold splits."""
        return (len(self.splits) - self.n_recent_splits) // self.folds

    @property
    def recent_splits(self) -> range:
        """Numbers of the splits that train with the most recent rows."""
        return range(len(self.splits) - self.n_recent_splits, len(self.splits))

    @property
    def text_cost(self) -> Cost:
        """Serving cost of free text, which every model has: tokens, and the scores of all splits."""
        # Members refitted on recent rows replace the others.
        columns = score_columns(self.classes) * (len(self.splits) - self.n_recent_splits)
        weights, levels = self.encoder.text_weights(columns), self.encoder.level_weights(columns)
        return text_cost(len(self.encoder.texts), weights, levels)

    def _outputs(self, rows: Array) -> Array:
        return as_outputs(self._learned(self.truth[rows], True), self.classes)

    def _learned(self, truth: Array, log: bool) -> Array:
        return scale_target(truth, self.classes, self.center, self.scale, self.log if log else None)


def encode(encoder: Encoder, view: View, rows: Tensors, coded: Coded) -> Array:
    """Encode rows for one kind of estimator, without target encoding."""
    if view == "linear":
        return encoder.linear(rows, coded)
    if view == "pieces":
        return encoder.bent(rows, coded)
    return encoder.trees(rows, coded, forest=view == "forest")


def fit_training_data(
    *,
    task: Task,
    classes: int,
    truth: Array,
    splits: list[list[Split]],
    rows: Tensors,
    extra: Tensors,
    fields: tuple[InputField, ...],
    seed: int,
    order: Order,
    limit: Cost,
    absolute: bool,
) -> TrainingData:
    """Fit the encoder on the training rows and encode them.

    Parameters
    ----------
    splits : list of lists of Split
        One list per repeat.
    order : Order
        Groups and times that the splits respect.
    limit, absolute
        As a TrainingData has them.
    """
    columns = score_columns(classes) * sum(map(len, splits))
    encoder = fit_encoder(rows, fields, columns, seed)
    scored = scored_codes(encoder.dictionaries, classes, columns)
    # With many classes, target encoding of ID-like columns would have too many columns.
    keys = fit_id_columns(encoder.centered(rows), fields) if classes <= MAX_CLASSES else ()
    encoder = replace(encoder, scored=scored, keys=keys)
    center, scale, log = 0.0, 1.0, None
    if task == "regression":
        center, scale = float(truth.mean()), float(truth.std()) or 1.0
        log = fit_log_target(truth, center, scale)
    coded = encoder.coded(rows)
    every_split = [each for one_round in splits for each in one_round]
    n_recent_splits = recent_splits(truth, classes, len(splits[0]), seed, order)
    return TrainingData(
        task=task,
        classes=classes,
        truth=truth,
        center=center,
        scale=scale,
        log=log,
        splits=[*every_split, *n_recent_splits],
        folds=len(splits[0]),
        encoder=encoder,
        rows=rows,
        extra=extra,
        coded=coded,
        extra_coded=encoder.coded(extra),
        seed=seed,
        order=order,
        n_recent_splits=len(n_recent_splits),
        limit=limit,
        absolute=absolute,
    )


def with_interactions(
    training_data: TrainingData, may_continue: Callable[[float], bool], threads: int
) -> TrainingData:
    """Search for numeric interactions, and return the data with those that improve trees.

    Parameters
    ----------
    may_continue : callable
        Whether the search may continue after so many seconds.
    threads : int
        Cores for the search.
    """
    encoder, rows = training_data.encoder, training_data.rows
    target = scale_target(
        training_data.truth,
        training_data.classes,
        training_data.center,
        training_data.scale,
        training_data.log,
    )
    learning = InteractionTarget(
        training_data.task, training_data.classes, target, training_data.order.groups
    )
    splits = training_data.splits[: len(training_data.splits) - training_data.n_recent_splits]
    derived, skipped = find_interactions(
        encoder, rows, training_data.coded, learning, splits, training_data.seed, may_continue, threads
    )
    found = replace(training_data, interactions_skipped=skipped)
    if not len(derived):
        return found
    # Views that were encoded without the interactions are of no use any more.
    return replace(found, encoder=encoder.with_interactions(derived, rows), views={}, tables={})


def scale_target(truth: Array, classes: int, center: float, scale: float, log: LogTarget | None) -> Array:
    """Transform the target for training: its logarithm if `log` is given, otherwise standardised.

    Parameters
    ----------
    truth : array, shape (n_samples,)
        Class indices, which are returned unchanged, or numbers if `classes` is 0.
    """
    if log:
        return log.transform(truth)
    return truth if classes else (truth - center) / scale


def fit_log_target(truth: Array, center: float, scale: float) -> LogTarget | None:
    """Fit the log transformation of a skewed, non-negative target.

    Returns
    -------
    LogTarget or None
        None for other targets.
    """
    if truth.min() < 0 or skewness(truth) < SKEWED:
        return None
    shift = 0.0 if truth.min() > 0 else float(np.quantile(truth[truth > 0], SHIFT))
    logged = np.log(truth + shift)
    if abs(skewness(logged)) > skewness(truth) / 2 or logged.std() < 1e-9:
        return None
    standard = (logged - logged.mean()) / logged.std()
    low, high = float(standard.min()), float(standard.max())
    return LogTarget(float(logged.mean()), float(logged.std()), low, high, center, scale, shift)
