"""How the classes of a target are written in the file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from rowcast_automl.contracts.generated import ColumnProfile
from rowcast_automl.features.schema import LabelKind
from rowcast_automl.features.target.positive_class import comparable


@dataclass(frozen=True, slots=True)
class Spellings:
    """The text of each class in the file.

    Parameters
    ----------
    kind : LabelKind
        Type of the stored values.
    by_value : mapping
        The text by stored value, as `comparable` returns it.
    is_typed : bool
        Whether the file has typed cells, such as a workbook, whose text is only a display form.
    """

    kind: LabelKind
    by_value: Mapping[str, str]
    is_typed: bool

    @classmethod
    def of(cls, column: ColumnProfile, kind: LabelKind) -> Spellings:
        """Create from the profile of the target."""
        written = {comparable(each.value, kind): each.written for each in column.spellings or []}
        if kind == "boolean" and not written:
            # The profile has the spellings of CSV files only.
            examples = {comparable(each, kind): each for each in reversed(column.examples)}
            return cls(kind, examples, is_typed=True)
        return cls(kind, written, is_typed=False)

    def written(self, label: str) -> str:
        """Return the text of a stored value in the file."""
        return self.by_value.get(comparable(label, self.kind), label)

    def stored(self, chosen: str | None, labels: Sequence[str]) -> str | None:
        """Return the stored value that is written as `chosen`; `chosen` itself if there is none."""
        return next((each for each in labels if self.written(each) == chosen), chosen)

    def label_kind(self, labels: Sequence[str]) -> LabelKind:
        """Return the type of a predicted label in responses.

        It is the type of the stored values if JSON writes them as the file does, otherwise text: the number 2
        would lose the spelling 2.0.
        """
        keeps_spelling = self.is_typed or all(self.written(each) == each for each in labels)
        return self.kind if keeps_spelling else "text"
