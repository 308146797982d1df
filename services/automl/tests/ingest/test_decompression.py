"""Files that unpack to more than they say, in each of the ways in which that can be done."""

import gzip
import io
import json
import struct
import threading
import zipfile
import zlib
from functools import cache

import psutil
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from rowcast_automl.ingest.decompression import SizeBudget, unpack_workbook
from rowcast_automl.ingest.formats.parquet import parquet_to_csv
from rowcast_automl.platform.errors import RowcastError
from tests.ingest.formats.test_formats import refusal, workbook

MB = 1 << 20
LIMIT = 8 * MB


def repacked(packed: bytes, changes: dict[str, bytes], added: int = 0) -> bytes:
    """The workbook with other contents of some parts, and some that nothing refers to."""
    out = io.BytesIO()
    with (
        zipfile.ZipFile(io.BytesIO(packed)) as old,
        zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as new,
    ):
        for name in old.namelist():
            new.writestr(name, changes.get(name) or old.read(name))
        for number in range(added):
            new.writestr(f"xl/more{number}.xml", b" " * MB)
    return out.getvalue()


def lying(packed: bytes, name: str, size: int) -> bytes:
    """The archive with another unpacked size of a part, in both of its headers."""
    changed = bytearray(packed)
    with zipfile.ZipFile(io.BytesIO(packed)) as archive:
        part = archive.getinfo(name)
        struct.pack_into("<I", changed, part.header_offset + 22, size)
        at = archive.start_dir
        while (entry := changed.find(b"PK\x01\x02", at)) >= 0:
            length = struct.unpack_from("<H", changed, entry + 28)[0]
            if bytes(changed[entry + 46 : entry + 46 + length]).decode() == name:
                struct.pack_into("<I", changed, entry + 24, size)
            at = entry + 46
    return bytes(changed)


@cache
def sheet_of_blanks(size: int) -> bytes:
    """A workbook whose sheet unpacks to so many bytes."""
    packed = workbook([["a", "b"], [1, 2], [3, 4]])
    with zipfile.ZipFile(io.BytesIO(packed)) as archive:
        sheet = archive.read("xl/sheet0.xml")
    return repacked(packed, {"xl/sheet0.xml": sheet.replace(b"<sheetData>", b"<sheetData>" + b" " * size)})


def refused_within(upload, content, limit=LIMIT):
    """The refusal, which must not have taken much memory."""
    before = psutil.Process().memory_info().rss
    error = refusal(upload, content, max_inflated_bytes=limit)
    assert psutil.Process().memory_info().rss - before < 150 * MB
    assert (error.code, f"{limit // MB} MB" in error.message) == ("FILE_INFLATES_TOO_LARGE", True)
    assert "Split" in error.message


@pytest.mark.parametrize("said", [1, 100, LIMIT - 1])
def test_a_workbook_that_says_it_is_small(upload, said):
    refused_within(upload, lying(sheet_of_blanks(400 * MB), "xl/sheet0.xml", said))


def test_a_workbook_that_says_it_is_large_is_read_for_what_it_is(upload):
    done = upload(
        lying(workbook([["a", "b"], [1, 2], [3, 4]]), "xl/sheet0.xml", 3 << 30), max_inflated_bytes=LIMIT
    )
    assert done.table() == {"a": [1, 3], "b": [2, 4]}


def test_a_workbook_of_many_parts_none_of_which_is_large(upload):
    refused_within(upload, repacked(workbook([["a", "b"], [1, 2], [3, 4]]), {}, added=LIMIT // MB + 1))


@pytest.mark.parametrize("before", [b"\n", b"\xef\xbb\xbf", b" \r\n\t"])
def test_a_workbook_behind_blanks(upload, before):
    refused_within(upload, before + sheet_of_blanks(400 * MB))
    done = upload(before + workbook([["a", "b"], [1, 2], [3, 4]]), max_inflated_bytes=LIMIT)
    assert done.table() == {"a": [1, 3], "b": [2, 4]}


def test_a_workbook_with_thousands_of_pictures_is_read(upload):
    with_pictures = io.BytesIO(workbook([["a", "b"], [1, 2], [3, 4]]))
    with zipfile.ZipFile(with_pictures, "a") as archive:
        for number in range(10_001):
            archive.writestr(f"xl/media/image{number}.png", b"\x89PNG")
    done = upload(with_pictures.getvalue(), max_inflated_bytes=LIMIT)
    assert done.table() == {"a": [1, 3], "b": [2, 4]}


def test_a_workbook_with_more_parts_than_any_has(tmp_path):
    with zipfile.ZipFile(tmp_path / "many.xlsx", "w") as archive:
        for number in range(10_001):
            archive.writestr(f"{number}.xml", b"")
    with pytest.raises(zipfile.BadZipFile):
        unpack_workbook(tmp_path / "many.xlsx", tmp_path / "plain", SizeBudget(LIMIT))


def test_what_is_packed_twice_shares_the_room(upload):
    half = sheet_of_blanks(LIMIT - MB)
    assert upload(half, max_inflated_bytes=LIMIT).table() == {"a": [1, 3], "b": [2, 4]}
    padded = repacked(half, {"docProps/app.xml": b""})
    with zipfile.ZipFile(inner := io.BytesIO(padded), "a") as archive:
        archive.writestr("media/blanks.png", b"\0" * 2 * MB)
    refused_within(upload, gzip.compress(inner.getvalue()))


def test_a_shared_string_that_stands_for_a_huge_table(upload):
    names = "http://schemas.openxmlformats.org"
    kinds = "application/vnd.openxmlformats-officedocument.spreadsheetml"
    packed = workbook([["a", "b"], [1, 2]])
    with zipfile.ZipFile(io.BytesIO(packed)) as archive:
        types = archive.read("[Content_Types].xml").decode()
        relations = archive.read("xl/_rels/workbook.xml.rels").decode()
    shared = f'<Override PartName="/xl/sharedStrings.xml" ContentType="{kinds}.sharedStrings+xml"/></Types>'
    relation = (
        f'<Relationship Id="t" Type="{names}/officeDocument/2006/relationships/sharedStrings" '
        'Target="sharedStrings.xml"/></Relationships>'
    )
    rows = "".join(
        f'<row r="{row}"><c r="A{row}" t="s"><v>0</v></c><c r="B{row}" t="s"><v>0</v></c></row>'
        for row in range(1, 5_000)
    )
    sheet = f'<worksheet xmlns="{names}/spreadsheetml/2006/main"><sheetData>{rows}</sheetData></worksheet>'
    bomb = repacked(
        packed,
        {
            "[Content_Types].xml": types.replace("</Types>", shared).encode(),
            "xl/_rels/workbook.xml.rels": relations.replace("</Relationships>", relation).encode(),
            "xl/sheet0.xml": sheet.encode(),
        },
    )
    texts = f'<sst xmlns="{names}/spreadsheetml/2006/main"><si><t>{"x" * 5_000}</t></si></sst>'
    with zipfile.ZipFile(out := io.BytesIO(bomb), "a", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("xl/sharedStrings.xml", texts)
    assert len(out.getvalue()) < MB
    error = refusal(upload, out.getvalue(), max_inflated_bytes=LIMIT)
    assert error.code == "FILE_INFLATES_TOO_LARGE"


def test_objects_that_have_few_keys_of_many(upload):
    wide = json.dumps({f"key{number}": 1 for number in range(2_000)})
    error = refusal(upload, wide + "\n" + "{}\n" * 20_000, max_inflated_bytes=LIMIT)
    assert error.code == "FILE_INFLATES_TOO_LARGE"


def test_gzip_within_gzip_is_no_table(upload):
    error = refusal(upload, gzip.compress(gzip.compress(b"a,b\n1,2\n3,4\n")))
    assert error.code in ("FILE_NOT_A_TABLE", "ENCODING_UNKNOWN")


def test_a_parquet_file_whose_dictionary_stands_for_a_huge_table(upload):
    texts = pa.DictionaryArray.from_arrays(pa.array([0] * 200_000, pa.int32()), ["x" * 5_000])
    sink = io.BytesIO()
    pq.write_table(pa.table({"a": texts, "b": texts}), sink, use_dictionary=True)
    assert len(sink.getvalue()) < MB
    error = refusal(upload, sink.getvalue(), max_inflated_bytes=LIMIT)
    assert error.code == "FILE_INFLATES_TOO_LARGE" and "split" in error.message.lower()


def test_a_parquet_file_of_many_groups_each_of_which_stands_for_more_than_it_says(upload):
    texts = pa.DictionaryArray.from_arrays(pa.array([0] * 50_000, pa.int32()), ["x" * 1_000])
    sink = io.BytesIO()
    pq.write_table(pa.table({"a": texts, "b": texts}), sink, use_dictionary=True, row_group_size=2_500)
    assert len(sink.getvalue()) < MB
    refused_within(upload, sink.getvalue())


def test_what_is_broken_off_ends_each_time(tmp_path):
    texts = pa.DictionaryArray.from_arrays(pa.array([0] * 200_000, pa.int32()), ["x" * 5_000])
    pq.write_table(pa.table({"a": texts, "b": texts}), tmp_path / "a.parquet", use_dictionary=True)
    ended: list[str] = []

    def break_off() -> None:
        for _ in range(15):
            with pytest.raises(RowcastError) as rejected:
                parquet_to_csv(tmp_path / "a.parquet", tmp_path / "a.csv", LIMIT)
            ended.append(rejected.value.code)

    # A wait without end would keep the whole run.
    runs = threading.Thread(target=break_off, daemon=True)
    runs.start()
    runs.join(120)
    assert ended == ["FILE_INFLATES_TOO_LARGE"] * 15


def test_a_parquet_file_whose_one_group_is_larger_than_its_memory_is_read(tmp_path):
    texts = pa.DictionaryArray.from_arrays(pa.array([0] * 1_000_000, pa.int32()), ["x" * 400])
    pq.write_table(pa.table({"a": texts, "b": texts}), tmp_path / "a.parquet", row_group_size=1_000_000)
    parquet_to_csv(tmp_path / "a.parquet", tmp_path / "a.csv", 2 << 30)
    with (tmp_path / "a.csv").open() as made:
        assert sum(1 for _ in made) == 1_000_001


def test_a_parquet_file_that_says_it_is_large_is_rejected_before_it_is_read(upload):
    sink = io.BytesIO()
    numbers = pa.array(range(2_000_000))
    pq.write_table(pa.table({"a": numbers, "b": numbers}), sink, compression="zstd", row_group_size=100_000)
    refused_within(upload, sink.getvalue())


def test_a_part_that_does_not_hold_what_was_packed_is_damaged(tmp_path):
    packed = bytearray(workbook([["a", "b"], [1, 2]]))
    with zipfile.ZipFile(io.BytesIO(bytes(packed))) as archive:
        entry = packed.find(b"PK\x01\x02", archive.start_dir)
    struct.pack_into("<I", packed, entry + 16, zlib.crc32(b"another"))
    (tmp_path / "a.xlsx").write_bytes(bytes(packed))
    with pytest.raises(zipfile.BadZipFile):
        unpack_workbook(tmp_path / "a.xlsx", tmp_path / "plain", SizeBudget(LIMIT))
    with pytest.raises(RowcastError):
        unpack_workbook(tmp_path / "a.xlsx", tmp_path / "plain", SizeBudget(10))
