/** What there may be to say about a file that is no table, and the English sentences; `{name}` is one of its parts. */
export const fileNoteSentences = {
  FILE_IS_PDF: 'This is a PDF document, not a table.',
  FILE_IS_DATABASE: 'This is a SQLite database, not text.',
  FILE_IS_PICTURE: 'This is a picture, not a table.',
  FILE_IS_MARKUP: 'This looks like HTML or XML, not CSV.',
  FILE_UNPACKS_LARGE: 'The file unpacks to more than {most} MB, the most that this server accepts.',

  ZERO_BYTE: 'Here is a zero byte, so this is not plain text.',
  BYTES_NOT_UTF8: 'This is not UTF-8, although earlier lines are.',
  BYTES_CHANGE: 'The file begins as {given} but does not go on so here.',
  BYTES_UNKNOWN: 'The file holds bytes that have no meaning in any encoding known here ({given}).',

  HEADER_HOLDS_VALUES: 'This line holds values, not names: {given}.',
  HEADER_IS_TITLE: 'This line is not a header row.',
  COLUMNS_ALIKE: 'Columns {places} are named "{given}".',
  COLUMNS_MOST: 'The table has {count} columns; at most {most} are accepted.',
  KEYS_MOST: 'The objects have more than {most} different keys.',

  ROWS_NONE: 'The table has no row below the header.',
  ROWS_ONE: 'The table has one row below the header.',
  ROW_NARROW: 'Too few cells: {cells} instead of {width}.',
  ROW_WIDE: 'Too many cells: {cells} instead of {width}.',
  ROW_AFTER_QUOTE: 'Text stands after a closing quote.',
  ROW_LONG: 'The row is longer than 4 MB.',
  ROW_UNREADABLE: 'The row is not readable.',
  QUOTE_OPENS: 'A quote opens here and is never closed.',

  WORKBOOK_LOCKED: 'The workbook is protected by a password.',
  WORKBOOK_DAMAGED: 'The workbook is damaged or of a kind that is not known.',
  WORKBOOK_ERROR: 'A cell holds the error {given}.',
  PARQUET_DAMAGED: 'The Parquet file is damaged or incomplete.',
  PARQUET_GROUPS: 'The Parquet file has more than {most} row groups.',
  PARQUET_GROUP_LARGE: 'A row group of the Parquet file unpacks to more than there is memory for.',
  JSON_LINE: 'This is not a JSON object.',
  JSON_LARGE: 'A JSON array is read up to {most} MB.',
  JSON_INVALID: 'The file begins like JSON but is not valid JSON.',
  JSON_NO_LIST: 'The JSON holds no list of objects.',
  JSON_ROW: "Each row must be a JSON object with the columns' names as keys.",
  JSON_TWICE: 'An object has two values for "{given}".',
} as const;
export type FileNoteCode = keyof typeof fileNoteSentences;
