"""What becomes of a value that is not as it was in training: refused, replaced, told, or passed over."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Literal, get_args

import orjson

from rowcast_automl.features.rows.field_notes import UNKNOWN, UNSEEN, Note
from rowcast_automl.features.rows.row_reader import PackedRows, put_missing
from rowcast_automl.features.schema import InputField, ServingSchema
from rowcast_automl.platform.errors import RowcastError
from rowcast_automl.serve.options.option_errors import Known, listed, objection, shortened

Action = Literal["reject", "impute", "warn", "ignore"]
ACTIONS = get_args(Action)
CASES = {
    "missing": "MISSING_FIELD",
    "null": "MISSING_VALUE",
    "extra": UNKNOWN,
    "unseen": UNSEEN,
    "range": "OUT_OF_RANGE",
    "type": "FIELD_INVALID",
}
Actions = Mapping[str, Action]
IsNull = Callable[[Any, InputField], bool]
NULL, WRONG_TYPE = CASES["null"], CASES["type"]
# Callers can vary theirs at will, and one may be of 500 fields.
MOST_KEPT = 64
STRICT: Actions = dict.fromkeys(CASES.values(), "reject")


@dataclass(frozen=True, slots=True, eq=False)
class Policy:
    """Actions by the code of a note; where none is given, a note stays as the row reader made it.

    Parameters
    ----------
    actions : mapping
        For every field.
    fields : mapping
        By field name, before `actions`.
    every_null : bool
        Whether `actions` speaks of nulls that training knew as well.
    is_strict : bool
        Whether callers of the API whose policy it is cannot change it.
    takes_nulls : bool
        Whether nothing is said of nulls that training knew.
    """

    actions: Actions = field(default_factory=dict)
    fields: Mapping[str, Actions] = field(default_factory=dict)
    every_null: bool = False
    is_strict: bool = False
    takes_nulls: bool = field(init=False, repr=False)

    def __post_init__(self) -> None:
        speaks = self.every_null or any(NULL in actions for actions in self.fields.values())
        object.__setattr__(self, "takes_nulls", not speaks)

    @property
    def is_default(self) -> bool:
        """Whether it changes nothing."""
        return not self.actions and not self.fields

    def action(self, name: str, code: str) -> Action | None:
        """What to do with a note of this code about this field."""
        return self.fields.get(name, {}).get(code) or self.actions.get(code)

    def before(self, other: Policy) -> Policy:
        """This policy where it speaks, the other one elsewhere."""
        if self.is_default or other.is_default:
            return other if self.is_default else self
        # What both do stays as the other one has it, who may speak of more nulls.
        actions = {**other.actions, **self.actions}
        fields = {
            name: {code: act for code, act in kept.items() if self.actions.get(code, act) == act}
            for name, kept in other.fields.items()
        }
        for name, own in self.fields.items():
            fields[name] = {**fields.get(name, {}), **own}
        same_nulls = other.every_null and actions[NULL] == other.actions[NULL]
        return Policy(actions, fields, self.every_null or same_nulls)

    def apply(
        self, packed: PackedRows, row: Mapping[str, Any], schema: ServingSchema, is_null: IsNull
    ) -> PackedRows:
        """Sorts the notes about one row anew and replaces the values that are to be imputed."""
        if self.is_default:
            return packed
        sorted_rows = PackedRows(packed.tensors)
        notes = [(note, "warn") for note in packed.warnings] + [(note, "reject") for note in packed.problems]
        noted = {note.field for note, _ in notes}
        notes += [(note, "warn") for note in self._nulls(row, schema, is_null) if note.field not in noted]
        for note, usual in notes:
            given = self.action(note.field, note.code)
            action = given or usual
            if action == "reject":
                sorted_rows.problems.append(note.refused())
                continue
            if given == "impute" or (given and note.code == WRONG_TYPE):
                replace(packed, schema, note)
            if action != "ignore":
                sorted_rows.warnings.append(note)
        return sorted_rows

    def _nulls(self, row: Mapping[str, Any], schema: ServingSchema, is_null: IsNull) -> list[Note]:
        """Nulls that training knew, of fields for which such are spoken of."""
        return [
            Note(0, each.name, "MISSING_VALUE")
            for each in schema.fields
            if (self.every_null or NULL in self.fields.get(each.name, {}))
            and each.name in row
            and is_null(row[each.name], each)
        ]


DEFAULT = Policy()


def replace(packed: PackedRows, schema: ServingSchema, note: Note) -> None:
    """Makes the note's value a missing one."""
    known = schema.by_name.get(note.field)
    if known is None:
        return
    put_missing(packed.tensors, note.row, known)
    note.replaced(known)


@lru_cache(maxsize=MOST_KEPT)
def read_policy(text: str) -> Policy:
    """A policy from its header: `lenient`, `strict`, or JSON such as
    `{"mode": "strict", "default": {"unseen": "warn"}, "fields": {"age": {"range": "reject"}}}`.

    Raises
    ------
    RowcastError
        VALIDATION_FAILED, naming what is not known.
    """
    if text in ("", "lenient"):
        return DEFAULT
    if text == "strict":
        return Policy(STRICT, is_strict=True)
    try:
        content = orjson.loads(text)
        mode, default, fields = content.get("mode"), content.get("default", {}), content.get("fields", {})
    except (orjson.JSONDecodeError, AttributeError) as error:
        raise wrong("", "POLICY_FORM") from error
    if mode not in (None, "strict", "lenient"):
        raise wrong("mode", "POLICY_MODE")
    base = STRICT if mode == "strict" else {}
    if not isinstance(fields, dict):
        raise wrong("fields", "POLICY_OBJECT")
    named = {name: read_actions(each, name) for name, each in fields.items()}
    actions = read_actions(default, "default")
    return Policy({**base, **actions}, named, NULL in actions, mode == "strict")


@lru_cache(maxsize=MOST_KEPT)
def agreed(own: Policy, asked: Policy) -> Policy:
    """What an API keeps and what its caller asks for in one: the caller's word goes first."""
    return asked.before(own)


def read_actions(content: Any, where: str) -> dict[str, Action]:
    """Actions by code from actions by case."""
    if not isinstance(content, dict):
        raise wrong(where, "POLICY_OBJECT")
    for case, action in content.items():
        if case not in CASES:
            raise wrong(where, "POLICY_CASE", **Known(list(CASES)).given(case), names=list(CASES))
        if action not in ACTIONS:
            raise wrong(where, "POLICY_ACTION", given=case, names=list(ACTIONS), action=shortened(action))
    return {CASES[case]: action for case, action in content.items()}


def require_fields(policy: Policy, schema: ServingSchema) -> None:
    """Refuses actions for what the model does not read, but for `extra`.

    Raises
    ------
    RowcastError
        VALIDATION_FAILED, naming the fields there are.
    """
    for name, actions in policy.fields.items():
        if name not in schema.by_name and actions.keys() != {CASES["extra"]}:
            fields = list(schema.by_name)
            raise wrong(name, "POLICY_FIELD", **Known(fields).given(name), **listed(fields, "fields"))


def wrong(where: str, code: str, **parts: Any) -> RowcastError:
    """The error for a policy that cannot be read."""
    problem = objection(f"policy.{shortened(where)}" if where else "policy", code, **parts)
    return RowcastError("VALIDATION_FAILED", problem.message, [problem])
