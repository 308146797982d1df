"""Chooses the positive class of a binary target, to which thresholds, F1, curves and lift refer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rowcast_automl.contracts.generated import Reason
from rowcast_automl.features.schema import LabelKind
from rowcast_automl.platform.reasons import reason

RARE_SHARE = 0.4
# What says yes, and what says no beside it. Pass and fail are left to the rows: tests of products look for
# the one, tests of pupils for the other.
ANSWERS = tuple(
    (frozenset(yes.split()), frozenset(no.split()))
    for yes, no in (
        ("1", "0 -1"),
        ("yes y", "no n"),
        ("true t", "false f"),
        ("ja j", "nein nee nej nei n"),
        ("wahr w", "falsch f"),
        ("oui o", "non n"),
        ("vrai v", "faux f"),
        ("sí si sì s", "no n"),
        ("verdadero vero v", "falso f"),
        ("sim s", "não nao n"),
        ("tak t", "nie n"),
        ("positive positiv positif positivo pos +", "negative negativ négatif negatif negativo neg -"),
    )
)


@dataclass(frozen=True, slots=True)
class ClassOrder:
    """Two classes, the negative one first, and the reason why the second is the positive one."""

    labels: tuple[str, str]
    why: Reason

    @property
    def positive(self) -> str:
        """The second class."""
        return self.labels[1]


def order_of_two(
    labels: Sequence[str], counts: Sequence[int], kind: LabelKind, chosen: str | None = None
) -> ClassOrder | None:
    """Choose the positive class: as set, else by words such as yes, else the rarer one, else the second.

    Parameters
    ----------
    labels : sequence of str
        Two classes in numeric or text order.
    counts : sequence of int
        Rows of each class.
    chosen : str or None
        The positive class from the training settings.

    Returns
    -------
    ClassOrder or None
        None if `chosen` is neither of the labels.
    """
    first, second = labels
    share = min(counts) / max(1, sum(counts))
    if chosen is not None:
        place = place_of(chosen, labels, kind)
        if place is None:
            return None
        why = reason("POSITIVE_CHOSEN")
    elif (said := yes_of(labels, kind)) is not None:
        place, why = said, reason("POSITIVE_WORD")
    elif share < RARE_SHARE:
        place, why = int(counts[1] <= counts[0]), reason("POSITIVE_RARER", share=round(share, 4))
    else:
        place, why = 1, reason("POSITIVE_SECOND")
    return ClassOrder((first, second) if place else (second, first), why)


def place_of(chosen: str, labels: Sequence[str], kind: LabelKind) -> int | None:
    """Return the index of a class, or None. Numbers match by value, and booleans in any case."""
    wanted, given = comparable(chosen, kind), [comparable(each, kind) for each in labels]
    return given.index(wanted) if wanted in given else None


def comparable(label: str, kind: LabelKind) -> str:
    """Return the canonical form of a class label."""
    if kind in ("integer", "number"):
        try:
            return f"{float(label):.15g}"
        except ValueError:
            return label
    return label.casefold() if kind == "boolean" else label


def yes_of(labels: Sequence[str], kind: LabelKind) -> int | None:
    """Return the index of the class that means yes if the other means no, or None."""
    first, second = (comparable(each.strip(), kind).casefold() for each in labels)
    for yes, no in ANSWERS:
        if first in no and second in yes:
            return 1
        if first in yes and second in no:
            return 0
    return None
