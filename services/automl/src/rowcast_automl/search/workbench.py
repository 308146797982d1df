"""Everything that fits share, prepared once before the first fit."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from rowcast_automl.estimators.fitting import FoldData, View
from rowcast_automl.features.encoding import Encoder, fit_encoder
from rowcast_automl.features.schema import Task
from rowcast_automl.features.target_encoding import TargetTables, fit_target_tables
from rowcast_automl.features.tensors import Array, Tensors


@dataclass(frozen=True, slots=True)
class Workbench:
    """Encoded rows, folds and target.

    Parameters
    ----------
    truth : array, shape (training rows,)
        Class indices, or the target in its own units.
    target : array
        What is learned: `truth`, standardised for a regression by `center` and `scale`.
    folds : int array
        The fold that validates each row; -1 is always trained on.
    views, extra : dict
        Encoded training rows, and encoded rows for scoring and parity, by view.
    tables : dict
        Target tables by fold.
    """

    task: Task
    classes: int
    truth: Array
    target: Array
    center: float
    scale: float
    folds: Array
    encoder: Encoder
    views: dict[View, Array]
    extra: dict[View, Array]
    codes: Array
    extra_codes: Array
    tables: dict[int, TargetTables]
    threads: int
    seed: int

    @property
    def fold_numbers(self) -> list[int]:
        """The folds, in order."""
        return sorted(int(fold) for fold in np.unique(self.folds[self.folds >= 0]))

    def fold(self, number: int, view: View, deadline: float) -> FoldData:
        """The data of one fit."""
        train = np.flatnonzero(self.folds != number)
        valid = np.flatnonzero(self.folds == number)
        rows, extra = self.views[view], self.extra[view]
        learn, check = rows[train], rows[valid]
        if view != "linear":
            tables = self.tables[number]
            learn = np.concatenate([learn, tables.train], axis=1)
            check = np.concatenate([check, tables.apply(self.codes[valid])], axis=1)
            extra = np.concatenate([extra, tables.apply(self.extra_codes)], axis=1)
        return FoldData(
            task=self.task,
            train=learn,
            train_target=self.target[train],
            valid=check,
            valid_target=self.target[valid],
            extra=extra,
            classes=self.classes,
            deadline=deadline,
            threads=self.threads,
            seed=self.seed + number,
        )

    def table_pairs(self) -> dict[int, tuple[tuple[int, Array], ...]]:
        """Target tables as the exporter takes them: fold -> ((text slot, table), …)."""
        return {fold: tuple(zip(each.slots, each.tables, strict=True)) for fold, each in self.tables.items()}


def prepare(
    task: Task,
    classes: int,
    truth: Array,
    folds: Array,
    train: Tensors,
    extra: Tensors,
    threads: int,
    seed: int,
) -> Workbench:
    """Fits the encoder on the training rows and encodes all rows for every view."""
    encoder = fit_encoder(train)
    codes, extra_codes = encoder.codes(train), encoder.codes(extra)
    center, scale = 0.0, 1.0
    target = truth
    if task == "regression":
        center, scale = float(truth.mean()), float(truth.std()) or 1.0
        target = (truth - center) / scale
    if task == "regression":
        outputs = target[:, None]
    elif classes == 2:
        outputs = (truth == 1).astype(np.float64)[:, None]
    else:
        outputs = np.eye(classes)[truth]
    tables = {
        int(fold): fit_target_tables(
            codes[folds != fold], outputs[folds != fold], encoder.dictionaries, classes, seed
        )
        for fold in np.unique(folds[folds >= 0])
    }
    return Workbench(
        task=task,
        classes=classes,
        truth=truth,
        target=target,
        center=center,
        scale=scale,
        folds=folds,
        encoder=encoder,
        views={
            "linear": encoder.linear(train, codes),
            "boost": encoder.trees(train, codes, forest=False),
            "forest": encoder.trees(train, codes, forest=True),
        },
        extra={
            "linear": encoder.linear(extra, extra_codes),
            "boost": encoder.trees(extra, extra_codes, forest=False),
            "forest": encoder.trees(extra, extra_codes, forest=True),
        },
        codes=codes,
        extra_codes=extra_codes,
        tables=tables,
        threads=threads,
        seed=seed,
    )
