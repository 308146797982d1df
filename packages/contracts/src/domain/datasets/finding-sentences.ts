import type { LintCode } from './finding.ts';

/** The English sentence of every finding about a table; `{name}` is one of its parameters. */
export const lintCatalogue: Record<LintCode, string> = {
  EMPTY_COLUMN: 'Every cell is empty, so the column cannot help a model.',
  CONSTANT_COLUMN: 'Every cell is "{cell}", so the column cannot help a model.',
  IDENTIFIER_COLUMN: 'The values look like an identifier, such as {values}: {share} of them differ.',
  MOSTLY_MISSING: '{share} of the cells are missing.',
  HIGH_CARDINALITY: 'The column has {count} different values, most often {values}.',
  DUPLICATE_ROWS: 'Rows that repeat an earlier one: {count}.',
  DUPLICATE_ROWS_BUT_FOR:
    'Rows that repeat an earlier one, apart from the row numbers in {columns}: {count}.',
  DUPLICATE_ROWS_BUT_FOR_IDS:
    'Rows that repeat an earlier one, apart from the identifiers in {columns}: {count}. Unless these are things of their own that happen to be alike, remove them: a score is too good where copies of a row that was learned from are scored.',
  CONFLICTING_ROWS: 'Rows that equal an earlier one in all but the target: {count}.',
  SCORED_COPIES:
    'Rows that are scored and equal one of those learned from, target included: {count} ({share}). Unless equal rows come about by nature, remove them and train again: the score is too good.',
  COVERAGE_SHORT:
    'Intervals or sets asked to hold the truth of {askedShare} of the rows held that of {foundShare} of {count}, less than chance explains. Ask for a higher coverage; where rows belong together or came one after the other, train again with a group or a time column.',
  COVERAGE_SHORT_LATER:
    'The rows change with time: intervals or sets asked to hold the truth of {askedShare} of the later rows held that of {foundShare} of {count}, though the latest rows before them set how wide they are. Ask for a higher coverage, and train again as new rows come.',
  DUPLICATE_COLUMN: 'The column equals "{other}" in every row.',
  NEAR_DUPLICATE_COLUMN: 'The column says nearly the same as "{other}" (they agree to {share}).',
  REJECTED_ROWS:
    'Rows that did not fit the header and were left out: {count}, such as line {line} with {cells} cells instead of {expected}.',
  UNREADABLE_ROWS: 'Rows that could not be read and were left out: {count}, such as line {line}.',
  ENCODING_CONVERTED: 'The file was converted from {encoding} to UTF-8. Check letters beyond A to Z.',
  SHEET_CHOSEN: 'The workbook has {count} sheets with cells; "{sheet}" was read.',
  MISSING_MARKERS: 'Cells written as {markers} were read as missing.',
  FORMULA_ERRORS:
    'Cells with errors of formulas ({errors}) in place of values, which were read as missing: {count}. A model can learn with them missing; to have their values, mend the formulas and upload the file again, or fill the cells in a step of cleaning.',
  NUMBERS_CONVERTED: 'Cells such as "{cell}" were read as numbers, here {value}.',
  BOUNDS_READ: 'Cells such as "{cell}" are bounds and were read as the number itself.',
  DATES_CONVERTED: 'Cells such as "{cell}" were read as dates, written {format}.',
  MIXED_DATES: 'The dates are written in several ways ({formats}), so the column was read as text.',
  MIXED_CURRENCIES:
    'The amounts are in several currencies ({currencies}), so the column was read as text. To learn from them as numbers, convert them into one.',
  MIXED_TYPES:
    'Most cells are numbers but some are not, so the column was read as text. Read as numbers, these cells become empty: {count} ({cells}).',
  ODD_DATES:
    'Most cells are dates but some are not, such as {cells}; the column was read as text. Cells that become empty when it is read as dates: {lost}.',
  TYPE_UNFIT: 'Cells that do not fit the chosen type and were read as missing: {count}, such as {cells}.',
  ORDER_UNKNOWN:
    'The order of {values} is not known, so the column was read as a category without one. To have it ordered, choose the type again and give all its values, lowest first.',
  ORDER_INCOMPLETE:
    'The order that was given has no place for {values}, so the column was read as a category without one. Give these values a place too, or empty their cells: {count}.',
  PERSONAL_DATA:
    'The column seems to hold {kind}: {share} of the cells, such as {cell}. Leave it out unless you need it.',
  HEADER_RENAMED: 'Column {place} had no name and is now called "{name}".',
  TITLE_LEFT_OUT: 'What stands above the column names was left out: {text}.',
  HEADER_NUMERIC:
    'The first line holds only numbers ({names}) and was taken as column names. If it is a row, add a header row and upload the file again.',
  // Of tables read before; what is meant is told as OUTLIERS, with its rows.
  SKEWED: 'A few values stand far from the others (skewness {skewness}).',
  OUTLIERS: 'Numbers far outside the usual range of {low} to {high}: {count}.',
  EXTREME_VALUES: 'Numbers too large to be learned from, which count as missing: {count}.',
  TIME_ORDER:
    'The rows are in the order of this time. To predict the future, learn from earlier rows and score on later ones.',
  GROUPS:
    'Each of {count} values stands in {size} rows on average, one of them in {largest}. Where they are one customer or device each, keep their rows together.',
  PADDED_CELLS: 'Cells with blanks at either end, which makes equal words differ: {count}.',
  SPELLINGS:
    'Values that differ only by case or blanks count as different ones: {values}. Cells to write as most of the others do: {count}.',
  SHORT_FORMS:
    'Values that seem to be short for "{value}" count as others: {values}. Cells to write as "{value}": {count}.',
  PLACEHOLDERS:
    'Values that seem to say that nothing is known count as values of their own: {values}. Cells to empty: {count}.',
  TEXT_CUT: 'Texts of {most} words or more, of which a model reads the first {most}: {count}.',
  LONG_NUMBERS:
    'Whole numbers such as {cell} have more digits than a model can tell apart, so the column was read as text, with every digit kept.',
  POINTS_UNCLEAR:
    'The point in cells such as "{cell}" may stand before decimals or part thousands; it was read as {value}. Choose what it is.',
  AMBIGUOUS_DATES:
    'In dates such as "{cell}" the day or the month may come first, so the column was read as text. Choose which.',
  DATES_BY_OTHER:
    'In dates such as "{cell}" the day or the month may come first; they were read as {format}, as those of "{other}" are.',
  SHORT_YEARS: 'Years of two figures were read as {first} to {last}, here "{cell}" as {value}.',
  ACCENTS_JOINED:
    'Letters whose accents were written apart from them were joined, so that equal words are equal, in lines: {count}.',
  TIMES_AS_NUMBERS:
    'The numbers look like times: {cell} would be {value}. Read as dates, a model learns from their parts.',
  TOTAL_ROW:
    'The last row ("{cell}") holds sums of the rows above. A model learns from it as from any other row until it is taken out.',
  TOTAL_ROWS:
    'Rows that hold sums of other rows: {count} ({cells}). A model learns from them as from any other row until they are taken out.',
  CODES_AS_NUMBERS:
    'The whole numbers look like codes, of which {count} differ, such as {values}. As numbers, a model takes one for more than another; read as a category, each stands for itself.',
  DIGITS_AS_TEXT:
    'The file declares the column as text, so cells such as {cell} were kept as codes, though they could be numbers. Change the type to have them so.',
  CLOCK_READ: 'Cells such as "{cell}" were read as numbers in {unit}, here {value}.',
  MULTIPLIERS_UNCLEAR:
    'Cells such as "{cell}" may be amounts in short or codes, so the column was read as text. Choose what they are.',
  UNITS_MISSING:
    'Cells without the unit that the others carry ({unit}), which were read as of the same: {count}.',
  UNITS_MIXED:
    'The amounts are in several units ({units}), so the column was read as text. To learn from them as numbers, convert them into one.',
  TARGET_COPY: 'The column says the same as the target "{target}", so a model would only copy it.',
  TARGET_LEAK:
    'The column alone predicts the target "{target}" almost perfectly ({share}). Is it known before the answer is?',
  COLUMNS_UNCOMPARED:
    'The first {most} columns were compared with the target. Whether one of the other {count} gives it away was not looked at.',
  TARGET_MISSING: 'Rows without a target, which nothing is learned from: {count}.',
  CLASS_IMBALANCE: 'The class "{label}" has {share} of the rows; "{rare}" has {rareShare}.',
  RARE_CLASS: 'Classes with fewer than {least} rows each: {labels}.',
};
