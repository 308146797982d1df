"""Archives of one table are read; of others, and of formats that are not read, the kind is named."""

import bz2
import gzip
import io
import tarfile
import zipfile

import pyarrow as pa
import pyarrow.feather as feather
import pytest

from rowcast_automl.platform.errors import RowcastError

CSV = b"a,b\n" + b"".join(b"%d,%d\n" % (row, row * 2) for row in range(20))


def zipped(members, compression=zipfile.ZIP_DEFLATED):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", compression) as packed:
        for name, content in members.items():
            packed.writestr(name, content)
    return out.getvalue()


def tarred(members, mode="w"):
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode=mode) as packed:
        for name, content in members.items():
            info = tarfile.TarInfo(name)
            info.size = len(content)
            packed.addfile(info, io.BytesIO(content))
    return out.getvalue()


def arrow(**options):
    out = io.BytesIO()
    table = pa.table({"a": range(20), "b": [2 * each for each in range(20)]})
    feather.write_feather(table, out, **options)
    return out.getvalue()


READ = {
    "zip": zipped({"table.csv": CSV}),
    "stored zip": zipped({"table.csv": CSV}, zipfile.ZIP_STORED),
    "zip in a folder, from a Mac": zipped({"data/": b"", "data/t.csv": CSV, "__MACOSX/data/._t.csv": b"x"}),
    "zip with a system file": zipped({"t.csv": CSV, ".DS_Store": b"\0"}),
    "zip with a name that leaves the folder": zipped({"../../etc/passwd": CSV}),
    "zip with an absolute name": zipped({"/tmp/x.csv": CSV}),
    "tar": tarred({"t.csv": CSV}),
    "tar.gz": tarred({"t.csv": CSV}, "w:gz"),
    "tar with a name that leaves the folder": tarred({"../../t.csv": CSV}),
    "feather": arrow(compression="uncompressed"),
    "feather, lz4": arrow(compression="lz4"),
    "feather in a zip": zipped({"t.feather": arrow()}),
}


@pytest.mark.parametrize("kind", READ)
def test_an_archive_of_one_table_and_arrow_files_are_read(upload, kind):
    assert upload(READ[kind]).table() == {"a": list(range(20)), "b": list(range(0, 40, 2))}


def locked():
    content = bytearray(zipped({"t.csv": CSV}))
    for place in (6, content.index(b"PK\x01\x02") + 8):
        content[place] |= 1
    return bytes(content)


REFUSED = {
    "two tables in a zip": (zipped({"a.csv": CSV, "b.csv": CSV}), 'contains 2 files: "a.csv", "b.csv"'),
    "two tables in a tar": (tarred({"a.csv": CSV, "b.csv": CSV}), "contains 2 files"),
    "a zip in a zip": (zipped({"a.zip": zipped({"a.csv": CSV})}), "contains another archive"),
    "gzip in a zip": (zipped({"a.csv.gz": gzip.compress(CSV)}), "contains another archive"),
    "tar in a zip": (zipped({"a.tar": tarred({"a.csv": CSV})}), "contains another archive"),
    "a zip in a tar": (tarred({"a.zip": zipped({"a.csv": CSV})}), "contains another archive"),
    "a zip with a password": (locked(), "password-protected"),
    "a truncated tar": (tarred({"a.csv": CSV * 100})[:900], "archive is damaged"),
    "Word": (zipped({"word/document.xml": b"<x/>"}), "Word (.docx)"),
    "damaged Arrow": (b"ARROW1\0\0" + bytes(120), "Arrow or Feather file is damaged"),
    "truncated Feather": (arrow()[:-40], "Arrow or Feather file is damaged"),
    "SPSS": (b"$FL2@(#) SPSS DATA FILE" + bytes(200), "SPSS (.sav)"),
    "SAS": (bytes(12) + b"\xc2\xea\x81\x60\xb3\x14\x11\xcf\xbd\x92" + bytes(200), "SAS (.sas7bdat)"),
    "Stata": (b"<stata_dta><header><release>118", "Stata (.dta)"),
    "older Stata": (b"\x72\x02\x01\x00" + bytes(100), "Stata (.dta)"),
    "first version of Feather": (b"FEA1" + bytes(50), "Feather, version 1"),
    "RData": (gzip.compress(b"RDX3\nX\n\0\0\0\3" + bytes(50)), "R (.rds"),
    "rds": (gzip.compress(b"X\n\0\0\0\3" + bytes(50)), "R (.rds"),
    "7z": (b"7z\xbc\xaf\x27\x1c" + bytes(50), "7-Zip"),
    "rar": (b"Rar!\x1a\x07\x01\0" + bytes(50), "RAR"),
    "bz2": (bz2.compress(CSV), "bzip2"),
    "xz": (b"\xfd7zXZ\0" + bytes(50), "XZ"),
    "SQLite": (b"SQLite format 3\0" + bytes(100), "SQLite"),
    "PDF": (b"%PDF-1.7\n", "PDF"),
    "JPEG": (b"\xff\xd8\xff\xe0" + bytes(50), "image"),
    "GIF": (b"GIF89a" + bytes(50), "image"),
    "SPSS in a zip": (zipped({"a.sav": b"$FL2@(#) SPSS" + bytes(99)}), "SPSS (.sav)"),
}


@pytest.mark.parametrize("kind", REFUSED)
def test_what_is_no_single_table_is_named_with_what_to_do(upload, kind):
    content, words = REFUSED[kind]
    with pytest.raises(RowcastError) as caught:
        upload(content)
    assert caught.value.code == "FILE_NOT_A_TABLE" and words in caught.value.message
    assert caught.value.message.endswith(("upload it again.", "upload it.", "files.", "itself."))


@pytest.mark.parametrize("packed", [zipped({}), zipped({".DS_Store": b"x"}), zipped({"t.csv": b""})])
def test_an_archive_without_a_table_is_empty(upload, packed):
    with pytest.raises(RowcastError) as caught:
        upload(packed)
    assert caught.value.code in ("FILE_EMPTY", "FILE_NOT_A_TABLE")


@pytest.mark.parametrize("pack", [zipped, lambda members: tarred(members, "w:gz")])
def test_an_archive_that_unpacks_to_too_much_ends(upload, pack):
    with pytest.raises(RowcastError) as caught:
        upload(pack({"t.csv": b"a,b\n" + b"0" * 20_000_000}), max_inflated_bytes=1 << 20)
    assert caught.value.code == "FILE_INFLATES_TOO_LARGE"
