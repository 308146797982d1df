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
    """Two classes, the negative one first, and why the second is the positive one."""

    labels: tuple[str, str]
    why: Reason

    @property
    def positive(self) -> str:
        """The second class."""
        return self.labels[1]


def order_of_two(
    labels: Sequence[str], counts: Sequence[int], kind: LabelKind, chosen: str | None = None
) -> ClassOrder | None:
    """The order of two classes: as chosen, else by words, else the rarer one second, else as it stands.

    Parameters
    ----------
    labels : sequence of str
        Two classes in their order as numbers or as text.
    counts : sequence of int
        Rows of each.
    chosen : str or None
        The class that is to be the positive one.

    Returns
    -------
    ClassOrder or None
        None where what was chosen is neither of them.
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
    """The class that is meant: 1 is 1.0 among numbers, and True is true among truths."""
    wanted, given = comparable(chosen, kind), [comparable(each, kind) for each in labels]
    return given.index(wanted) if wanted in given else None


def comparable(label: str, kind: LabelKind) -> str:
    """What is the same for every way of writing a class."""
    if kind in ("integer", "number"):
        try:
            return f"{float(label):.15g}"
        except ValueError:
            return label
    return label.casefold() if kind == "boolean" else label


def yes_of(labels: Sequence[str], kind: LabelKind) -> int | None:
    """Which of two classes says yes where the other says no."""
    first, second = (comparable(each.strip(), kind).casefold() for each in labels)
    for yes, no in ANSWERS:
        if first in no and second in yes:
            return 1
        if first in yes and second in no:
            return 0
    return None
