"""Which column a person most likely wants to predict."""

from collections.abc import Sequence

from rowcast_automl.contracts.generated import ColumnProfile

NAMES = ("target", "label", "class", "outcome", "response", "result")
UNFIT = ("identifier", "constant", "text", "datetime")


def suggest_target(columns: Sequence[ColumnProfile]) -> str | None:
    """The last column with a telling name such as "target", else the last one that could be predicted."""
    fit = [column.name for column in columns if column.type not in UNFIT]
    named = [name for name in fit if name.strip().lower() in NAMES]
    candidates = named or fit
    return candidates[-1] if candidates else None
