/** Why a file cannot be read as a table: the English sentence of each code. `{name}` stands for one of its parts. */
export const fileNoteSentences = {
  FILE_IS_PDF: 'The file is a PDF document, not a table.',
  FILE_IS_DATABASE: 'The file is a SQLite database, not a table.',
  FILE_IS_PICTURE: 'The file is an image, not a table.',
  FILE_IS_MARKUP: 'The file looks like HTML or XML, not CSV.',
  FILE_UNPACKS_LARGE: 'The uncompressed file is larger than {most} MB, the limit of this server.',

  ZERO_BYTE: 'The file contains a null byte here, so it is not plain text.',
  BYTES_NOT_UTF8: 'The bytes here are not valid UTF-8, although earlier lines are.',
  BYTES_CHANGE: 'The file starts as {given}, but the bytes here are not valid in that encoding.',
  BYTES_UNKNOWN: 'The file contains bytes that are not valid in any supported encoding ({given}).',

  HEADER_HOLDS_VALUES: 'This line contains values instead of column names: {given}.',
  HEADER_IS_TITLE: 'This line is not a header row.',
  COLUMNS_ALIKE: 'Columns {places} have the same name: "{given}".',
  COLUMNS_MOST: 'The table has {count} columns. The limit is {most}.',
  KEYS_MOST: 'The objects have more than {most} distinct keys.',

  ROWS_NONE: 'The table has no rows below the header.',
  ROWS_ONE: 'The table has only one row below the header.',
  ROW_NARROW: 'Too few cells: {cells} instead of {width}.',
  ROW_WIDE: 'Too many cells: {cells} instead of {width}.',
  ROW_AFTER_QUOTE: 'Unexpected text after a closing quote.',
  ROW_LONG: 'The row is longer than 4 MB.',
  ROW_UNREADABLE: 'The row could not be parsed.',
  QUOTE_OPENS: 'A quote opens here and is never closed.',

  WORKBOOK_LOCKED: 'The workbook is password-protected.',
  WORKBOOK_DAMAGED: 'The workbook is damaged or in an unsupported format.',
  WORKBOOK_CELL_FAR:
    'The sheet "{sheet}" has the row or cell {given}, beyond the limits of 1,048,576 rows and 16,384 columns.',
  WORKBOOK_CELL_ALONE: 'The sheet "{sheet}" is nearly empty, but extends to {given}.',
  WORKBOOK_ERROR: 'A cell contains the error {given}.',
  PARQUET_DAMAGED: 'The Parquet file is damaged or incomplete.',
  PARQUET_GROUPS: 'The Parquet file has more than {most} row groups.',
  PARQUET_GROUP_LARGE: 'A row group of the Parquet file needs more memory than is available.',
  JSON_LINE: 'This line is not a JSON object.',
  JSON_LARGE: 'JSON arrays can be at most {most} MB.',
  JSON_INVALID: 'The file looks like JSON but is not valid JSON.',
  JSON_NO_LIST: 'The JSON contains no list of objects.',
  JSON_ROW: 'Each row must be a JSON object with the column names as keys.',
  JSON_TWICE: 'An object has the key "{given}" twice.',
} as const;
export type FileNoteCode = keyof typeof fileNoteSentences;
