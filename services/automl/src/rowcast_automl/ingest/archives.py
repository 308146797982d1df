"""Archives that contain one table: ZIP and tar."""

import tarfile
import zipfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from rowcast_automl.ingest.decompression import CHUNK, SizeBudget, decompressed_chunks
from rowcast_automl.ingest.file_errors import file_error, file_problem
from rowcast_automl.platform.errors import RowcastError
from rowcast_automl.profile.finding import quoted_list

# The second is an archive without files.
ZIP, TAR, TAR_OFFSET = (b"PK\x03\x04", b"PK\x05\x06"), b"ustar", 257
# Workbooks are ZIP files too.
WORKBOOK_PARTS = ("xl/", "content.xml", "mimetype")
# Files that systems add to archives.
SYSTEM_FILES = ("__MACOSX/", "thumbs.db", "desktop.ini")
MAX_MEMBERS = 10_000
MAX_NAMED = 5
MAX_NAME_LENGTH = 100


def unpack_archive(path: Path, target: Path, budget: SizeBudget) -> Path | None:
    """Write the only table of the archive at `path` to `target`. Return None if the file is not an archive.

    Names in the archive are never used as paths.

    Raises
    ------
    RowcastError
        FILE_EMPTY, FILE_NOT_A_TABLE or FILE_INFLATES_TOO_LARGE.
    """
    with path.open("rb") as stream:
        head = stream.read(TAR_OFFSET + len(TAR))
    try:
        if head.startswith(ZIP):
            return unpack_zip(path, target, budget)
        if head[TAR_OFFSET:] == TAR:
            return unpack_tar(path, target, budget)
    except (zipfile.BadZipFile, tarfile.TarError, EOFError, NotImplementedError, ValueError, OverflowError):
        note = file_problem("ARCHIVE_DAMAGED")
        raise file_error("FILE_NOT_A_TABLE", note, "Create it again, or upload the table itself.") from None
    return None


def unpack_zip(path: Path, target: Path, budget: SizeBudget) -> Path | None:
    """Unpack a ZIP file, ignoring the sizes that it declares. Return None for a workbook."""
    with path.open("rb") as source:
        try:
            with zipfile.ZipFile(source) as packed:
                members = [each for each in packed.infolist() if not each.is_dir()]
        except zipfile.BadZipFile:
            # The reader of workbooks names what is wrong with it.
            return None
        names = [each.filename for each in members]
        if any(name.startswith(WORKBOOK_PARTS) for name in names):
            return None
        if "word/document.xml" in names or "ppt/presentation.xml" in names:
            raise other_format("Word (.docx)" if "word/document.xml" in names else "PowerPoint (.pptx)")
        member = members[names.index(only_table(names))]
        if member.flag_bits & 1:
            note = file_problem("ARCHIVE_LOCKED")
            raise file_error("FILE_NOT_A_TABLE", note, "Create it without a password and upload it again.")
        write(decompressed_chunks(source, member), target, budget)
    return target


def unpack_tar(path: Path, target: Path, budget: SizeBudget) -> Path:
    """Unpack a tar file."""
    with tarfile.open(path, "r:") as packed:
        members = dict[str, tarfile.TarInfo]()
        for number, member in enumerate(packed):
            if number >= MAX_MEMBERS:
                raise tarfile.ReadError("too many members")
            if member.isreg():
                members[member.name] = member
        file = packed.extractfile(members[only_table(list(members))])
        if file is None:
            raise tarfile.ReadError("no file")
        with file:
            write(iter(lambda: file.read(CHUNK), b""), target, budget)
    return target


def only_table(names: Sequence[str]) -> str:
    """Return the only name that is not a system file. Raise RowcastError if there are none or several."""
    tables = [name for name in names if not is_system_file(name)]
    if not tables:
        raise RowcastError("FILE_EMPTY")
    if len(tables) > 1:
        listed = quoted_list([name[:MAX_NAME_LENGTH] for name in tables[:MAX_NAMED]], len(tables))
        note = file_problem("ARCHIVE_SEVERAL", count=len(tables), given=listed)
        raise file_error("FILE_NOT_A_TABLE", note, "Unpack it and upload one of the files.")
    return tables[0]


def is_system_file(name: str) -> bool:
    """Whether a system added the file to the archive."""
    base = name.replace("\\", "/").rpartition("/")[2].lower()
    return name.startswith(SYSTEM_FILES) or base.startswith(".") or base in SYSTEM_FILES


def write(chunks: Iterator[bytes], target: Path, budget: SizeBudget) -> None:
    """Write the chunks. Raise RowcastError FILE_INFLATES_TOO_LARGE beyond the budget."""
    with target.open("wb") as sink:
        for chunk in chunks:
            budget.consume(len(chunk))
            sink.write(chunk)


def refuse_nested(path: Path) -> None:
    """Raise RowcastError if a file that was unpacked is an archive itself."""
    with path.open("rb") as stream:
        head = stream.read(TAR_OFFSET + len(TAR))
    is_zip = head.startswith(ZIP) and not is_workbook(path)
    if is_zip or head.startswith(b"\x1f\x8b") or head[TAR_OFFSET:] == TAR:
        note = file_problem("ARCHIVE_NESTED")
        raise file_error("FILE_NOT_A_TABLE", note, "Unpack it and upload the table itself.")


def is_workbook(path: Path) -> bool:
    """Whether a ZIP file is a workbook."""
    try:
        with zipfile.ZipFile(path) as packed:
            return any(name.startswith(WORKBOOK_PARTS) for name in packed.namelist())
    except zipfile.BadZipFile:
        return True


def other_format(name: str) -> RowcastError:
    """Return the error for a file in a known format that is not supported."""
    note = file_problem("FILE_IS_FORMAT", given=name)
    return file_error("FILE_NOT_A_TABLE", note, "Save the table as CSV and upload it again.")
