"""Policies for unexpected values: reject, impute, warn or ignore."""

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
from rowcast_automl.serve.options.option_errors import KnownNames, first_names, option_problem, truncate

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
# Clients may send many different policies, each with up to 500 fields.
CACHE_SIZE = 64
STRICT: Actions = dict.fromkeys((*CASES.values(), "ROW_EMPTY"), "reject")


@dataclass(frozen=True, slots=True, eq=False)
class Policy:
    """Actions by the code of a note; without an action, notes stay as the row reader created them.

    Parameters
    ----------
    actions : mapping
        Actions for all fields.
    fields : mapping
        Actions by field, which take precedence over `actions`.
    covers_all_nulls : bool
        Whether `actions` also applies to nulls that training had.
    is_strict : bool
        Whether requests cannot change this policy of an API.
    ignores_nulls : bool
        Whether nulls that training had are accepted without notes.
    """

    actions: Actions = field(default_factory=dict)
    fields: Mapping[str, Actions] = field(default_factory=dict)
    covers_all_nulls: bool = False
    is_strict: bool = False
    ignores_nulls: bool = field(init=False, repr=False)

    def __post_init__(self) -> None:
        covers_nulls = self.covers_all_nulls or any(NULL in actions for actions in self.fields.values())
        object.__setattr__(self, "ignores_nulls", not covers_nulls)

    @property
    def is_default(self) -> bool:
        """Whether it has no actions."""
        return not self.actions and not self.fields

    def action(self, name: str, code: str) -> Action | None:
        """Return the action for a note with this code about this field, or None for the default."""
        return self.fields.get(name, {}).get(code) or self.actions.get(code)

    def override(self, other: Policy) -> Policy:
        """Merge two policies; actions of this one take precedence."""
        if self.is_default or other.is_default:
            return other if self.is_default else self
        # Actions that are equal in both stay in the other one, which may cover more nulls.
        actions = {**other.actions, **self.actions}
        fields = {
            name: {code: act for code, act in kept.items() if self.actions.get(code, act) == act}
            for name, kept in other.fields.items()
        }
        for name, field_actions in self.fields.items():
            fields[name] = {**fields.get(name, {}), **field_actions}
        same_nulls = other.covers_all_nulls and actions[NULL] == other.actions[NULL]
        return Policy(actions, fields, self.covers_all_nulls or same_nulls)

    def apply(
        self, packed: PackedRows, row: Mapping[str, Any], schema: ServingSchema, is_null: IsNull
    ) -> PackedRows:
        """Apply the actions to the notes about one row, and impute values."""
        if self.is_default:
            return packed
        sorted_rows = PackedRows(packed.tensors)
        notes = [(note, "warn") for note in packed.warnings] + [(note, "reject") for note in packed.problems]
        noted = {note.field for note, _ in notes}
        notes += [(note, "warn") for note in self._nulls(row, schema, is_null) if note.field not in noted]
        for note, default in notes:
            explicit = self.action(note.field, note.code)
            action = explicit or default
            if action == "reject":
                sorted_rows.problems.append(note.refused())
                continue
            if explicit == "impute" or (explicit and note.code == WRONG_TYPE):
                impute(packed, schema, note)
            if action != "ignore":
                sorted_rows.warnings.append(note)
        return sorted_rows

    def _nulls(self, row: Mapping[str, Any], schema: ServingSchema, is_null: IsNull) -> list[Note]:
        """Notes about nulls that training had, for fields with an action for nulls."""
        return [
            Note(0, each.name, "MISSING_VALUE")
            for each in schema.fields
            if (self.covers_all_nulls or NULL in self.fields.get(each.name, {}))
            and each.name in row
            and is_null(row[each.name], each)
        ]


DEFAULT = Policy()


def impute(packed: PackedRows, schema: ServingSchema, note: Note) -> None:
    """Replace the value of a note by a missing one."""
    known = schema.by_name.get(note.field)
    if known is None:
        return
    put_missing(packed.tensors, note.row, known)
    note.replaced(known)


@lru_cache(maxsize=CACHE_SIZE)
def parse_policy(text: str) -> Policy:
    """Parse a policy: `lenient`, `strict`, or JSON such as
    `{"mode": "strict", "default": {"unseen": "warn"}, "fields": {"age": {"range": "reject"}}}`.

    Raises
    ------
    RowcastError
        VALIDATION_FAILED, with the invalid part.
    """
    if text in ("", "lenient"):
        return DEFAULT
    if text == "strict":
        return Policy(STRICT, is_strict=True)
    try:
        content = orjson.loads(text)
        mode, default, fields = content.get("mode"), content.get("default", {}), content.get("fields", {})
    except (orjson.JSONDecodeError, AttributeError) as error:
        raise policy_error("", "POLICY_FORM") from error
    if mode not in (None, "strict", "lenient"):
        raise policy_error("mode", "POLICY_MODE")
    base = STRICT if mode == "strict" else {}
    if not isinstance(fields, dict):
        raise policy_error("fields", "POLICY_OBJECT")
    named = {name: parse_actions(each, name) for name, each in fields.items()}
    actions = parse_actions(default, "default")
    return Policy({**base, **actions}, named, NULL in actions, mode == "strict")


@lru_cache(maxsize=CACHE_SIZE)
def combine(api_policy: Policy, request_policy: Policy) -> Policy:
    """Combine the policies of an API and of a request, which takes precedence."""
    return request_policy.override(api_policy)


def parse_actions(content: Any, where: str) -> dict[str, Action]:
    """Convert actions by case to actions by note code."""
    if not isinstance(content, dict):
        raise policy_error(where, "POLICY_OBJECT")
    for case, action in content.items():
        if case not in CASES:
            raise policy_error(
                where, "POLICY_CASE", **KnownNames(list(CASES)).describe(case), names=list(CASES)
            )
        if action not in ACTIONS:
            raise policy_error(
                where, "POLICY_ACTION", given=case, names=list(ACTIONS), action=truncate(action)
            )
    return {CASES[case]: action for case, action in content.items()}


def reject_unknown_fields(policy: Policy, schema: ServingSchema) -> None:
    """Reject actions for unknown fields, except for `extra`.

    Raises
    ------
    RowcastError
        VALIDATION_FAILED, with the known fields.
    """
    for name, actions in policy.fields.items():
        if name not in schema.by_name and actions.keys() != {CASES["extra"]}:
            fields = list(schema.by_name)
            raise policy_error(
                name, "POLICY_FIELD", **KnownNames(fields).describe(name), **first_names(fields, "fields")
            )


def policy_error(where: str, code: str, **parts: Any) -> RowcastError:
    """Return the error for an invalid policy."""
    problem = option_problem(f"policy.{truncate(where)}" if where else "policy", code, **parts)
    return RowcastError("VALIDATION_FAILED", problem.message, [problem])
