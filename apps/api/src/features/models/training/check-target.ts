import {
  type ColumnProfile,
  maxClasses,
  RowcastError,
  type TableProfile,
  type TrainingConfig,
} from '@rowcast/contracts';
import { noColumn, quoted, someNames } from '../../datasets/index.ts';

type Choice = Pick<
  TrainingConfig,
  'targetColumn' | 'task' | 'excludedColumns' | 'positiveLabel' | 'targetLabel'
>;
type Code = ConstructorParameters<typeof RowcastError>[0];

/** Distinct values are counted to the unit up to so many rows, and above to within a few per cent. */
const countedRows = 100_000;
const surely = 1.2;

const another = 'Choose another column.';
const asNumber = 'Train a regression: task "regression", or "auto".';

const isMeasured = ({ type }: ColumnProfile) => type === 'number' || type === 'integer';

/** Whether a column is stored as text or as moments, neither of which is an amount. */
const isText = ({ type, min }: ColumnProfile) =>
  type === 'datetime' || (min === null && !['number', 'integer', 'boolean'].includes(type));

const mostlyNumbers = 'Most of its cells are numbers: change its type to number, and train a regression.';

/** Whether only a few invalid cells kept a column from being numeric. */
const isMostlyNumbers = ({ findings }: TableProfile, { name }: ColumnProfile) =>
  findings.some(({ code, column }) => code === 'MIXED_TYPES' && column === name);

function otherThanText({ columns }: TableProfile, target: ColumnProfile): string {
  if (target.distinct <= maxClasses) return 'Train a classification: task "multiclass", or "auto".';
  const measured = columns.filter(isMeasured).map(({ name }) => name);
  return measured.length > 0 ? `Choose a column of numbers: ${someNames(measured)}.` : another;
}

/** What of a target rules out the task, and what would do. */
function problemOf(
  profile: TableProfile,
  column: ColumnProfile,
  task: Choice['task'],
): [Code, string] | null {
  const { distinct } = column;
  const known = profile.rows - column.missing;
  const text = isText(column);
  if (known <= 0) return ['TARGET_ALL_MISSING', `has no value in any row. ${another}`];
  if (distinct <= 1)
    return ['TARGET_ONE_CLASS', `has only one value, so there is nothing to learn. ${another}`];
  const measured = isMeasured(column);
  const advice = isMostlyNumbers(profile, column) ? mostlyNumbers : null;
  if (distinct >= known && !(measured && (task === 'auto' || task === 'regression')))
    return [
      'TARGET_UNIQUE',
      `has a different value in every row, like an identifier. ${measured ? asNumber : (advice ?? another)}`,
    ];
  if (task === 'regression')
    return text
      ? [
          'TARGET_NOT_NUMERIC',
          `${advice ? 'was read as text, and regression needs numbers' : 'holds no numbers, and regression needs them'}. ${advice ?? otherThanText(profile, column)}`,
        ]
      : null;
  if (task === 'auto' && !text) return null;
  const most = profile.rows > countedRows ? maxClasses * surely : maxClasses;
  if (distinct > most)
    return [
      'TARGET_TOO_MANY_CLASSES',
      `has ${distinct.toLocaleString('en')} different values, and classification takes at most ${maxClasses}. ${advice ?? (text ? 'Group the values, or choose another column.' : asNumber)}`,
    ];
  return task === 'binary' && distinct > 2
    ? [
        'TARGET_TOO_MANY_CLASSES',
        `has ${distinct} different values, and task "binary" takes two. Choose task "multiclass", or "auto".`,
      ]
    : null;
}

/** Classes are case-sensitive; booleans are not, since a file may have TRUE for true. */
const sameClass = ({ type }: ColumnProfile, one: string, other: string) =>
  type === 'boolean' ? one.toLowerCase() === other.toLowerCase() : one === other;

/** Refuses a positive class where there are not two, or that is neither of them where the profile knows both. */
function checkPositive(column: ColumnProfile, { task, positiveLabel }: Choice): void {
  if (positiveLabel === undefined) return;
  const { distinct, topValues } = column;
  const known = topValues.map(({ value }) => value);
  const two = distinct === 2 && task !== 'regression';
  if (two && (known.length !== 2 || known.some((one) => sameClass(column, one, positiveLabel)))) return;
  const problem = two
    ? `is not a class of the target column ${quoted(column.name)}. Its classes are ${someNames(known)}.`
    : `can't be the positive class of the target column ${quoted(column.name)}, since there are not two classes. Leave positiveLabel out.`;
  throw RowcastError.at('POSITIVE_LABEL_NOT_FOUND', 'positiveLabel', `${quoted(positiveLabel)} ${problem}`);
}

/** Rejects a target that cannot be trained on, or not with this task, as far as the profile shows. */
export function checkTarget(profile: TableProfile, choice: Choice): void {
  const { targetColumn, task, excludedColumns, targetLabel } = choice;
  const column = profile.columns.find(({ name }) => name === targetColumn);
  if (!column) throw RowcastError.at('TARGET_NOT_FOUND', 'targetColumn', noColumn(targetColumn, profile));
  const name = quoted(targetColumn);
  if (excludedColumns.includes(targetColumn))
    throw RowcastError.at(
      'TARGET_NOT_FOUND',
      'targetColumn',
      `${name} is in excludedColumns. Remove it from there.`,
    );
  // The training checks the label: the profile does not have all cells.
  if (targetLabel !== undefined && isText(column)) return;
  const problem = problemOf(profile, column, task);
  if (problem) throw RowcastError.at(problem[0], 'targetColumn', `The target column ${name} ${problem[1]}`);
  checkPositive(column, choice);
}
