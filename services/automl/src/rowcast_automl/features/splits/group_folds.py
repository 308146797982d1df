"""Folds that keep groups of rows intact."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from rowcast_automl.features.splits.split_errors import too_few
from rowcast_automl.features.tensors import Array

# They take turns in learning and validating.
MIN_LEFT = 2


@dataclass(frozen=True, slots=True)
class Groups:
    """The groups of some rows.

    Parameters
    ----------
    places : int array, shape (n_samples,)
        Group of each row.
    sizes : int array, shape (n_groups,)
    has : bool array, shape (n_groups, n_classes)
        Whether each group has rows of each class.
    """

    places: Array
    sizes: Array
    has: Array

    @classmethod
    def of(cls, names: Array, values: Array, classes: int) -> Groups:
        """Create from group names and class indices, or from target values if `classes` is 0."""
        _, places, sizes = np.unique(names, return_inverse=True, return_counts=True)
        has = np.zeros((len(sizes), classes), bool)
        if classes:
            has[places, values] = True
        return cls(places, sizes, has)

    @property
    def spared(self) -> Array:
        """Mask of the groups that can be held out: the other groups still contain every class."""
        alone = self.has.sum(axis=0) == 1
        return np.logical_not(self.has[:, alone].any(axis=1))

    def draw(self, wanted: int, random: np.random.Generator) -> Array:
        """Draw groups at random, without which every class still occurs. Returns the mask of their rows.

        The groups have at most `wanted` rows together. If no group is that small, the smallest is drawn.

        Raises
        ------
        RowcastError
            VALIDATION_FAILED if no group can be held out, or too few would be left.
        """
        free = np.flatnonzero(self.spared)
        maximum = len(self.sizes) - MIN_LEFT
        if maximum < 1 or not len(free):
            raise too_few(len(free), MIN_LEFT + 1)
        chosen = np.zeros(len(self.sizes), bool)
        holders, room = self.has.sum(axis=0), wanted
        shuffled = random.permutation(free)
        for group in shuffled:
            if not maximum or not room:
                break
            if self.sizes[group] <= room and (holders[self.has[group]] > 1).all():
                chosen[group] = True
                holders -= self.has[group]
                maximum, room = maximum - 1, room - self.sizes[group]
        if not chosen.any():
            chosen[shuffled[np.argmin(self.sizes[shuffled])]] = True
        result: Array = chosen[self.places]
        return result

    def folds(self, count: int, random: np.random.Generator) -> list[Array]:
        """Divide the groups into `count` parts, the largest group first into the smallest part.

        The rows outside each part contain every class. A group that this requires in training is in no part.
        """
        filled = np.zeros(count, dtype=np.int64)
        fold_of = np.full(len(self.sizes), -1)
        shuffled = random.permutation(len(self.sizes))
        largest_first = shuffled[np.argsort(-self.sizes[shuffled], kind="stable")]
        for group in largest_first[self.spared[largest_first]]:
            fold_of[group] = int(np.argmin(filled))
            filled[fold_of[group]] += self.sizes[group]
        return [np.flatnonzero(self._without_last(fold_of == each)[self.places]) for each in range(count)]

    def _without_last(self, inside: Array) -> Array:
        """Remove groups from a part if the other groups would lack a class without them."""
        kept = inside.copy()
        lost = self.has[inside].any(axis=0) & ~self.has[~inside].any(axis=0)
        for index in np.flatnonzero(lost):
            holders = self.has[:, index]
            if (holders & kept).sum() == holders.sum():
                kept[np.flatnonzero(holders)[0]] = False
        return kept
