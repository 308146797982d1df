from rowcast_automl.ingest.csv.header import resolve_column_names


def test_a_header_of_numbers_is_taken_and_said():
    names, findings = resolve_column_names(["1", "2", "3"])
    assert names == ["1", "2", "3"]
    assert [(each.code, each.lines) for each in findings] == [("HEADER_NUMERIC", [1])]
