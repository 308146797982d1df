"""The extent of a sheet of an .xlsb workbook."""

import zipfile
from io import BufferedReader, RawIOBase
from typing import cast

from rowcast_automl.ingest.formats.binary_errors import ROW, xlsb_records
from rowcast_automl.ingest.formats.sheet_extent import SheetExtent
from rowcast_automl.ingest.formats.spreadsheet_errors import CHUNK, xlsb_part

# Records of cells, from blank ones to formulas with an error.
CELL_RECORDS = range(1, 12)


def refuse_far_xlsb_cells(archive: zipfile.ZipFile, sheet: str) -> None:
    """Check the numbers of rows and columns. Raise RowcastError outside the limits of a sheet."""
    part = xlsb_part(archive, sheet)
    if part is None:
        return
    extent, row, n_cells, widest = SheetExtent(sheet), 0, 0, 0
    with archive.open(part) as stream:
        for kind, content in xlsb_records(BufferedReader(cast(RawIOBase, stream), CHUNK)):
            if kind == ROW and len(content) >= 4:
                row = int.from_bytes(content[:4], "little") + 1
                extent.include(row, 0)
            elif kind in CELL_RECORDS and len(content) >= 4:
                n_cells += 1
                column = int.from_bytes(content[:4], "little") + 1
                if column > widest:
                    widest = column
                    extent.include(row, column)
    extent.require_filled(n_cells)
