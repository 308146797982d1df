export const datasetErrors = {
  UPLOAD_MISSING: { status: 400, message: 'No file was sent. Send one file in the multipart field "file".' },
  UPLOAD_ABORTED: {
    status: 400,
    message: 'The upload ended before the whole file had arrived. Send it again.',
  },
  PULL_FAILED: {
    status: 422,
    message: 'Nothing could be fetched from the address. Check that it can be opened without signing in.',
  },
  FILE_TOO_LARGE: { status: 413, message: 'The file is larger than this server accepts.' },
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
    message: 'The compressed file unpacks to more than this server accepts.',
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
  COLUMN_NOT_FOUND: { status: 422, message: 'There is no such column in the dataset. Choose another one.' },
  TOO_FEW_COLUMNS: {
    status: 422,
    message: 'The table has one column. A model needs a target and at least one feature.',
  },
  TOO_MANY_COLUMNS: { status: 422, message: 'The table has more columns than this server accepts.' },
  TOO_FEW_ROWS: { status: 422, message: 'The table has too few rows to learn from. Add rows.' },
  ROWS_RAGGED: { status: 422, message: 'Too many rows do not have as many cells as the header.' },
  QUOTE_UNCLOSED: {
    status: 422,
    message: 'A quoted cell is never closed. Add the missing quote at the line named.',
  },
  ENCODING_UNKNOWN: { status: 422, message: 'The text encoding was not recognised. Save the file as UTF-8.' },
  DATASET_UNREADABLE: {
    status: 409,
    message: 'The dataset could not be read. Upload a corrected file and train on that.',
  },
  DATASET_NOT_READY: { status: 409, message: 'The dataset is not ready yet. Wait until it has been read.' },
  TOO_MANY_LOOK_THROUGHS: {
    status: 429,
    message:
      'As many tables of this workspace as may be are being looked through. Wait until one is done, then ask again.',
  },
  TOO_MANY_READS: {
    status: 429,
    message:
      'This workspace has as many tables waiting to be read as it may. Wait until one is, then try again.',
  },
  DATASET_GONE: { status: 410, message: 'The dataset was deleted while the job was running.' },
  STEP_NOT_APPLICABLE: {
    status: 422,
    message: 'A cleaning step does not fit its column. Change the step or take it out.',
  },
  ORIGINAL_DELETED: {
    status: 409,
    message:
      'The uploaded file of this dataset was deleted, so no version can be made of it. Upload it again.',
  },
  LINT_OUT_OF_MEMORY: {
    status: 500,
    message:
      'Looking through the table took more memory than there is for it. Use fewer columns, or raise WORKER_MEMORY_MB.',
  },
  LINT_TIMED_OUT: {
    status: 500,
    message: 'Looking through the table took too long. Training works without it.',
  },
  LINT_FAILED: { status: 500, message: 'Looking through the table failed unexpectedly. Try again.' },
  INGEST_OUT_OF_MEMORY: {
    status: 500,
    message:
      'Reading the file took more memory than there is for it. Remove cells far away from the table, split it, or raise WORKER_MEMORY_MB.',
  },
  INGEST_TIMED_OUT: {
    status: 500,
    message: 'Reading the file took too long. Split it, or save it as CSV, and upload it again.',
  },
  INGEST_CRASHED: {
    status: 500,
    message:
      'The process that read the file was ended. Try again; if it repeats, save the table as CSV and upload that.',
  },
  SCRATCH_FULL: {
    status: 500,
    message:
      'There was no more room for temporary files. Use a smaller table, or have your administrator free space or raise SCRATCH_MB.',
  },
  INGEST_FAILED: {
    status: 500,
    message:
      'Reading the file failed unexpectedly. Try again; if it repeats, send the request id to your administrator.',
  },
} as const;
