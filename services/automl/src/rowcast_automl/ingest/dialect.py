"""How the cells of a text are separated and quoted."""

import csv
import io
import re
from dataclasses import dataclass
from pathlib import Path

from rowcast_automl.platform.errors import RowcastError, field_problem

DELIMITERS = (",", ";", "\t", "|")
HEAD_BYTES = 256 << 10
LONGEST_HEADER = 8 << 20
ROWS_LOOKED_AT = 300
BETWEEN = r"[,;\t|]"
SINGLE_QUOTED = re.compile(rf"(?m)(?:^|{BETWEEN}) ?'[^'\n]*'(?={BETWEEN}|\r?$)")
DOUBLE_QUOTED = re.compile(rf"(?m)(?:^|{BETWEEN}) ?\"")
BACKSLASH_QUOTE = re.compile(r"\\\"(?![,;\t|\r\n\"]|$)")


@dataclass(frozen=True)
class CsvDialect:
    """The characters that DuckDB needs to read the text, and the first row by them."""

    delimiter: str
    quote: str
    escape: str
    header: list[str]


def sniff_dialect(path: Path) -> CsvDialect:
    """The dialect of the UTF-8 text at `path`, judged by its first rows."""
    head = read_head(path)
    quote = "'" if not DOUBLE_QUOTED.search(head) and len(SINGLE_QUOTED.findall(head)) > 1 else '"'
    escape = "\\" if quote == '"' and BACKSLASH_QUOTE.search(head) else quote
    candidates = {
        delimiter: rows for delimiter in DELIMITERS if (rows := split(head, delimiter, quote, escape))
    }
    if not candidates:
        raise RowcastError("FILE_EMPTY")
    delimiter = max(candidates, key=lambda option: fitness(candidates[option]))
    rows = candidates[delimiter]
    refuse_title_line(rows)
    return CsvDialect(delimiter, quote, escape, rows[0])


def own_dialect(path: Path) -> CsvDialect:
    """The dialect of a CSV that was written here."""
    rows = split(read_head(path), ",", '"', '"')
    if not rows:
        raise RowcastError("FILE_EMPTY")
    return CsvDialect(",", '"', '"', rows[0])


def read_head(path: Path) -> str:
    """The first lines, at least one whole line where it is not absurdly long."""
    with path.open("rb") as stream:
        head = stream.read(HEAD_BYTES)
        if b"\n" not in head.strip(b"\r\n") and b"\r" not in head.strip(b"\r\n"):
            head += stream.read(LONGEST_HEADER)
        whole = not stream.read(1)
    if not whole and (end := max(head.rfind(b"\n"), head.rfind(b"\r"))) > 0:
        head = head[: end + 1]
    return head.decode("utf-8-sig", errors="ignore")


def split(head: str, delimiter: str, quote: str, escape: str) -> list[list[str]]:
    """The first rows of `head` that are not blank."""
    csv.field_size_limit(LONGEST_HEADER + HEAD_BYTES)
    reader = csv.reader(
        io.StringIO(head, newline=""),
        delimiter=delimiter,
        quotechar=quote,
        doublequote=escape == quote,
        escapechar=None if escape == quote else escape,
        skipinitialspace=True,
    )
    rows = list[list[str]]()
    for row in reader:
        if row:
            rows.append(row)
        if len(rows) == ROWS_LOOKED_AT:
            break
    return rows


def refuse_title_line(rows: list[list[str]]) -> None:
    """Raises RowcastError HEADER_MISSING where one cell, or a hint for Excel, stands above wider rows."""
    problem = field_problem("file", "This line is not a header row.", line=1)
    if rows[0][0].lower().startswith("sep=") and len("".join(rows[0])) <= len("sep=,"):
        message = (
            "The first line only tells Excel what separates the cells. Remove it and upload the file again."
        )
        raise RowcastError("HEADER_MISSING", message, [problem])
    widths = [len(row) for row in rows[1:]]
    if len(rows[0]) == 1 and sum(width > 1 for width in widths) > len(widths) / 2:
        usual = max(set(widths), key=widths.count)
        message = f"The first line has one cell, most others {usual}. Remove the lines above the header."
        raise RowcastError("HEADER_MISSING", message, [problem])


def fitness(rows: list[list[str]]) -> tuple[float, int]:
    """Share of rows as wide as the header where that is more than one cell; then the width."""
    width = len(rows[0])
    body = [len(row) for row in rows[1:]]
    if width > 1:
        return (sum(cells == width for cells in body) / max(1, len(body)), width)
    commonest = max(set(body), key=body.count, default=1)
    return (0.0, commonest if commonest > 1 else 0)
