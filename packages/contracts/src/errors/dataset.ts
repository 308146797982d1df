export const datasetErrors = {
  UPLOAD_MISSING: { status: 400, message: 'No file was sent. Send one file in the multipart field "file".' },
  UPLOAD_ABORTED: {
    status: 400,
    message: 'The upload was interrupted. Upload the file again.',
  },
  PULL_FAILED: {
    status: 422,
    message: 'The URL could not be fetched. Check that it opens without signing in.',
  },
  PULL_TOO_SLOW: {
    status: 422,
    message:
      'The server of the URL sent data too slowly. Use a faster URL, or download the file and upload it.',
  },
  FILE_TOO_LARGE: {
    status: 413,
    message: "The file exceeds this server's size limit. Upload a smaller file.",
  },
  FILE_EMPTY: {
    status: 422,
    message: 'The file is empty. Choose a table with a header row and at least two rows.',
  },
  FILE_NOT_A_TABLE: {
    status: 422,
    message: 'The file could not be read as a table. Save it as CSV and upload it again.',
  },
  FILE_CORRUPT_GZIP: { status: 422, message: 'The gzip file is damaged or incomplete. Compress it again.' },
  FILE_INFLATES_TOO_LARGE: {
    status: 413,
    message: "The uncompressed file exceeds this server's size limit. Upload a smaller file.",
  },
  HEADER_MISSING: {
    status: 422,
    message: 'The first line does not look like column names. Add a header row.',
  },
  TITLE_ABOVE_HEADER: {
    status: 422,
    message:
      'The first line is a title, and no column names were found below it. Remove the lines above the column names and upload the file again.',
  },
  HEADER_DUPLICATE: { status: 422, message: 'Two columns have the same name. Rename one of them.' },
  COLUMN_NOT_FOUND: {
    status: 422,
    message: 'This column does not exist in the dataset. Choose another one.',
  },
  TOO_FEW_COLUMNS: {
    status: 422,
    message: 'The table has only one column. A model needs a target and at least one feature.',
  },
  TOO_MANY_COLUMNS: {
    status: 422,
    message: 'The table has more columns than this server accepts. Remove some columns.',
  },
  TOO_FEW_ROWS: { status: 422, message: 'The table has too few rows to train on. Add more rows.' },
  ROWS_RAGGED: {
    status: 422,
    message:
      'Too many rows have a different number of cells than the header. Fix them and upload the file again.',
  },
  ROW_TOO_LONG: {
    status: 422,
    message: 'A row is longer than 4 MB. Shorten its cells or remove it, and upload the file again.',
  },
  QUOTE_UNCLOSED: {
    status: 422,
    message: 'A quoted cell is never closed. Add the missing quote.',
  },
  ENCODING_UNKNOWN: { status: 422, message: 'The text encoding was not recognised. Save the file as UTF-8.' },
  DATASET_UNREADABLE: {
    status: 409,
    message: 'The dataset could not be read. Upload a corrected file and train on that.',
  },
  DATASET_NOT_READY: {
    status: 409,
    message: 'The dataset is not ready yet. Wait until it has been processed.',
  },
  TOO_MANY_LOOK_THROUGHS: {
    status: 429,
    message:
      'This workspace has reached its limit of running data checks. Wait until one finishes, then try again.',
  },
  TOO_MANY_READS: {
    status: 429,
    message:
      'This workspace has reached its limit of tables waiting to be processed. Wait until one finishes, then try again.',
  },
  DATASET_GONE: { status: 410, message: 'The dataset was deleted while the job was running.' },
  STEP_NOT_APPLICABLE: {
    status: 422,
    message: 'A cleaning step does not fit its column. Change or remove the step.',
  },
  ORIGINAL_DELETED: {
    status: 409,
    message:
      'The uploaded file of this dataset was deleted, so no new version can be created. Upload it again.',
  },
  LINT_OUT_OF_MEMORY: {
    status: 500,
    message: 'Data checks ran out of memory. Use fewer columns, or increase WORKER_MEMORY_MB.',
  },
  LINT_TIMED_OUT: {
    status: 500,
    message: 'Data checks timed out. You can still train a model.',
  },
  LINT_FAILED: { status: 500, message: 'Data checks failed unexpectedly. Try again.' },
  INGEST_OUT_OF_MEMORY: {
    status: 500,
    message:
      'Reading the file ran out of memory. Remove cells far outside the table, split the file, or increase WORKER_MEMORY_MB.',
  },
  INGEST_TIMED_OUT: {
    status: 500,
    message: 'Reading the file timed out. Split it or save it as CSV, then upload it again.',
  },
  INGEST_CRASHED: {
    status: 500,
    message:
      'The process reading the file stopped unexpectedly. Try again. If it happens again, save the table as CSV and upload that.',
  },
  SCRATCH_FULL: {
    status: 500,
    message:
      'There is no space left for temporary files. Use a smaller table, or ask your administrator to free space or increase SCRATCH_MB.',
  },
  INGEST_FAILED: {
    status: 500,
    message:
      'Reading the file failed unexpectedly. Try again. If it happens again, send the request ID to your administrator.',
  },
} as const;
