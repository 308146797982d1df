import math

from rowcast_automl.contracts.generated import Failure, FieldProblem, HistogramBin, LintFinding
from rowcast_automl.platform.contract_json import json_value
from rowcast_automl.platform.errors import RowcastError, failure, field_problem


def test_optional_fields_that_were_not_set_are_absent_and_null_ones_stay():
    finding = LintFinding(code="SKEWED", severity="info", column=None, message="m", rows=[], lines=[])
    assert json_value(finding)["column"] is None
    assert json_value(Failure(code="X", message="m")) == {"code": "X", "message": "m"}
    assert json_value(field_problem("age", "is wrong", line=3)) == {
        "field": "age",
        "message": "is wrong",
        "line": 3,
    }


def test_numbers_that_json_does_not_have_become_null():
    bin_ = HistogramBin.model_validate({"from": -math.inf, "to": math.nan, "count": 1})
    assert json_value(bin_) == {"from": None, "to": None, "count": 1}


def test_an_error_without_a_sentence_of_its_own_has_the_catalogues():
    error = RowcastError("FILE_EMPTY")
    assert error.message.startswith("The file is empty.")
    assert json_value(failure(error)) == {"code": "FILE_EMPTY", "message": error.message}


def test_an_error_keeps_its_fields():
    error = RowcastError("ROWS_RAGGED", "Two rows.", [FieldProblem(field="file", message="Line 3.", line=3)])
    assert json_value(failure(error))["fields"] == [{"field": "file", "message": "Line 3.", "line": 3}]
