import type { LintCode } from './finding.ts';

/** The English sentence of every finding about a table. `{name}` stands for one of its parameters. */
export const findingSentences: Record<LintCode, string> = {
  EMPTY_COLUMN: 'Every cell is empty. The column has no predictive value.',
  CONSTANT_COLUMN: 'Every cell is "{cell}". The column has no predictive value.',
  IDENTIFIER_COLUMN:
    '{share} of the values are distinct, such as {values}. The column looks like an identifier.',
  MOSTLY_MISSING: '{share} of the values are missing.',
  HIGH_CARDINALITY: 'The column has {count} distinct values. The most frequent are {values}.',
  DUPLICATE_ROWS: 'Rows identical to an earlier row: {count}.',
  DUPLICATE_ROWS_BUT_FOR:
    'Rows identical to an earlier row except for the row numbers in {columns}: {count}.',
  DUPLICATE_ROWS_BUT_FOR_IDS:
    'Rows identical to an earlier row except for the identifiers in {columns}: {count}. Duplicates in both training and test rows inflate the score. Remove them unless they are separate records.',
  CONFLICTING_ROWS: 'Rows identical to an earlier row except for the target: {count}.',
  BASELINE_ONLY:
    'No other model finished before the training ended, so a baseline was published: {model}. Train again with a longer time budget.',
  BASELINE_BETTER:
    'The ensemble scored clearly worse than a baseline, so the baseline was published: {model}.',
  SCORED_COPIES:
    'Test rows that are also in the training data, including the target: {count} ({share}). Duplicates inflate the score. Remove them and train again, unless they are genuine.',
  COVERAGE_SHORT:
    'Prediction intervals or sets contain the true value in only {foundShare} of {count} rows, significantly below the target coverage of {askedShare}. Choose a higher coverage. If rows are related or ordered in time, train again with a group or time column.',
  COVERAGE_SHORT_LATER:
    'The data changes over time. Prediction intervals or sets calibrated on the most recent training rows contain the true value in {foundShare} of {count} later rows. The target coverage is {askedShare}. Choose a higher coverage, and train again when new rows arrive.',
  DUPLICATE_COLUMN: 'The column is identical to "{other}".',
  NEAR_DUPLICATE_COLUMN: 'The column is nearly identical to "{other}" ({share} agreement).',
  REJECTED_ROWS:
    'Rows skipped because their number of cells does not match the header: {count}. For example, line {line} has {cells} cells instead of {expected}.',
  UNREADABLE_ROWS: 'Rows skipped because they could not be parsed: {count}, such as line {line}.',
  ENCODING_CONVERTED:
    'The file was converted from {encoding} to UTF-8. Check accented and special characters.',
  SHEET_CHOSEN: 'The workbook has {count} sheets with data. Only "{sheet}" was imported.',
  MISSING_MARKERS: 'Cells with {markers} were read as missing.',
  MARKERS_KEPT:
    'Cells with {markers} were kept as values, since they look like the other values, such as {values}. Affected cells: {count}.',
  FORMULA_ERRORS:
    'Cells with formula errors ({errors}), read as missing: {count}. You can train with missing values, fill them with a cleaning step, or fix the formulas and upload the file again.',
  NUMBERS_CONVERTED: 'Cells such as "{cell}" were read as numbers. This one became {value}.',
  BOUNDS_READ: 'Cells such as "{cell}" are bounds. They were read as exact numbers.',
  DATES_CONVERTED: 'Cells such as "{cell}" were read as dates in the format {format}.',
  MIXED_DATES: 'The dates use several formats ({formats}), so the column was read as text.',
  MIXED_CURRENCIES:
    'The amounts use several currencies ({currencies}), so the column was read as text. To use them as numbers, convert them to one currency.',
  MIXED_TYPES:
    'Most values are numbers, but some are not, so the column was read as text. Values that become missing if you change the type to number: {count} ({cells}).',
  ODD_DATES:
    'Most values are dates, but some are not, such as {cells}, so the column was read as text. Values that become missing if you change the type to date: {lost}.',
  TYPE_UNFIT: 'Values that do not match the chosen type and were read as missing: {count}, such as {cells}.',
  INVALID_NUMBERS:
    'The column was read as numbers. Values that could not be read and are missing: {count}, such as {cells}.',
  INFINITE_NUMBERS:
    'Infinite values are read as the largest and smallest number of the column: {count}, such as {cells}. If the column is the target, their rows are left out.',
  INVALID_DATES:
    'The column was read as dates. Values that could not be read and are missing: {count}, such as {cells}.',
  INVALID_BOOLEANS:
    'The column was read as true and false. Values that could not be read and are missing: {count}, such as {cells}.',
  ORDER_UNKNOWN:
    'The order of {values} is unknown, so the column was read as a category without an order. To set one, choose the type again and list all values from lowest to highest.',
  ORDER_INCOMPLETE:
    'The order does not include {values}, so the column was read as a category without an order. Affected cells: {count}. Add the values to the order or clear the cells.',
  PERSONAL_DATA:
    'The column appears to contain {kind}: {share} of the cells, such as {cell}. Exclude it unless you need it.',
  HEADER_RENAMED: 'Column {place} had no name and was named "{name}".',
  TITLE_LEFT_OUT: 'Text above the header row was skipped: {text}.',
  HEADER_NUMERIC:
    'The first row contains only numbers ({names}) and was used as the header. If it is data, add a header row and upload the file again.',
  // Only in stored findings: replaced by OUTLIERS, which lists the rows.
  SKEWED: 'The distribution is skewed by a few extreme values (skewness {skewness}).',
  OUTLIERS: 'Values far outside the typical range of {low} to {high}: {count}.',
  EXTREME_VALUES: 'Numbers too large for training, read as missing: {count}.',
  TIME_ORDER:
    'The rows are sorted by this time column. To predict the future, train on earlier rows and test on later ones.',
  GROUPS:
    '{count} distinct values, each in {size} rows on average (maximum {largest}). If a value identifies a customer or device, use this as the group column.',
  PADDED_CELLS:
    'Leading or trailing spaces make identical values count as different. Affected cells: {count}.',
  SPELLINGS:
    'Values that differ only in case or spaces count as different values: {values}. Cells to change to the most common spelling: {count}.',
  SHORT_FORMS:
    '{values} may be abbreviations of "{value}". Cells that would be changed to "{value}": {count}.',
  PLACEHOLDERS: 'Possible placeholders for missing values: {values}. Cells to clear: {count}.',
  TEXT_CUT: 'A model reads only the first {most} words of a text. Texts with {most} words or more: {count}.',
  NUMBER_SPELLINGS:
    'Some values may be the same number written differently, such as {cells}, so the column was read as text. If they are the same number, change the type to number.',
  LONG_NUMBERS:
    'Whole numbers such as {cell} have too many digits for exact calculation, so the column was read as text.',
  POINTS_UNCLEAR:
    'The point in "{cell}" can be a decimal point or a thousands separator. It was read as {value}. Choose which one it is.',
  AMBIGUOUS_DATES:
    'In dates such as "{cell}", the day or the month can come first, so the column was read as text. Choose the format.',
  DATES_BY_OTHER:
    'In dates such as "{cell}", the day or the month can come first. They were read as {format}, like the dates in "{other}".',
  SHORT_YEARS: 'Two-digit years were read as {first} to {last}. For example, "{cell}" became {value}.',
  ZONES_MISSING:
    'Some times have no time zone, such as "{cell}". They were read as {zone}, the others by their own zone. Affected cells: {count}.',
  ACCENTS_JOINED:
    'Accented letters were normalized to one Unicode form (NFC) so that equal words match. Lines changed: {count}.',
  TIMES_AS_NUMBERS:
    'The numbers look like timestamps: {cell} would be {value}. As dates, a model can use their parts, such as the month or the hour.',
  // Only in stored findings: total rows are left out now.
  TOTAL_ROW:
    'The last row ("{cell}") contains totals of the rows above. Remove it so that it is not used in training.',
  TOTAL_ROWS:
    'Rows that contain totals of other rows: {count} ({cells}). Remove them so that they are not used in training.',
  TOTALS_LEFT_OUT: 'Rows that contain totals or averages of other rows were left out: {count} ({cells}).',
  CODES_AS_NUMBERS:
    'The whole numbers look like codes, such as {values} ({count} distinct). As numbers, they have an order. As a category, each one is independent.',
  DIGITS_AS_TEXT:
    'The file declares the column as text, so values such as {cell} were kept as codes. To use them as numbers, change the type.',
  CLOCK_READ: 'Times or durations such as "{cell}" were read as numbers in {unit}. This one became {value}.',
  MULTIPLIERS_UNCLEAR:
    'Values such as "{cell}" can be abbreviated amounts or codes, so the column was read as text. Choose which they are.',
  UNITS_MISSING: 'Some cells have no unit and were read in {unit}, like the others. Affected cells: {count}.',
  UNITS_MIXED:
    'The amounts use several units ({units}), so the column was read as text. To use them as numbers, convert them to one unit.',
  TARGET_COPY:
    'The column is a copy of the target "{target}". Exclude it, or the model only repeats the target.',
  TARGET_LEAK:
    'The column alone predicts the target "{target}" almost perfectly ({share}). Exclude it if its value is not known at prediction time.',
  COLUMNS_UNCOMPARED:
    'Only the first {most} columns were checked for data leakage. Columns not checked: {count}.',
  TARGET_MISSING: 'Rows without a target value, which are not used in training: {count}.',
  TARGET_SEVERAL_LABELS:
    'Cells hold several labels, separated by "{separator}": {labels}. Each combination of labels is a separate class; the order of the labels does not matter. Train one model per label instead.',
  CLASS_IMBALANCE: 'Class "{label}" has {share} of the rows, class "{rare}" has {rareShare}.',
  RARE_CLASS: 'Classes with fewer than {least} rows: {labels}.',
};
