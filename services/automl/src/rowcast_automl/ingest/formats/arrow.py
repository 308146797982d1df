"""Conversion of an Arrow IPC (Feather) file to Parquet."""

from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

from rowcast_automl.ingest.decompression import SizeBudget
from rowcast_automl.ingest.file_errors import file_error, file_problem


def arrow_to_parquet(path: Path, target: Path, budget: SizeBudget) -> Path:
    """Write the record batches to a Parquet file at `target`.

    Raises
    ------
    RowcastError
        FILE_NOT_A_TABLE or FILE_INFLATES_TOO_LARGE.
    """
    try:
        with (
            pa.OSFile(str(path)) as source,
            pa.ipc.open_file(source) as reader,
            pq.ParquetWriter(target, reader.schema) as writer,
        ):
            for number in range(reader.num_record_batches):
                batch = reader.get_batch(number)
                batch.validate(full=True)
                budget.consume(batch.nbytes)
                writer.write_batch(batch)
    except (pa.ArrowException, OSError, ValueError):
        note = file_problem("ARROW_DAMAGED")
        raise file_error("FILE_NOT_A_TABLE", note, "Export it again and upload it.") from None
    return target
