import {
  ambiguousColumns,
  type FieldProblem,
  type LintFinding,
  type ReadingStep,
  RowcastError,
  type TableProfile,
  type TrainingConfig,
} from '@rowcast/contracts';
import { quoted, refuseNoColumns } from '../../datasets/index.ts';

type Choice = Pick<TrainingConfig, 'targetColumn' | 'excludedColumns'>;

/** The finding with the values of the fields that choose one of its readings. */
function instructionFor({ column, message, choices = [] }: LintFinding, { targetColumn }: Choice): string {
  const steps = choices.map(({ step }) => JSON.stringify(step)).join(' or ');
  const exclusion = column === targetColumn ? '' : `, or exclude it with "excludedColumns"`;
  return `${quoted(column ?? '')}: ${message} Add to "readings": ${steps}${exclusion}.`;
}

/** Refuses columns that have several equally likely readings and none chosen, with the readings to choose from. */
export function checkReadings(
  profile: TableProfile,
  choice: Choice,
  readings: readonly ReadingStep[] = [],
): void {
  refuseNoColumns(
    readings.map(({ column }, at) => ({ field: `readings.${at}.column`, name: column })),
    profile,
  );
  const chosen = readings.map(({ column }) => column);
  const open = ambiguousColumns(profile, [...choice.excludedColumns, ...chosen]);
  if (open.length === 0) return;
  const fields = open.map(
    (found): FieldProblem => ({ field: 'readings', message: instructionFor(found, choice) }),
  );
  throw new RowcastError('COLUMNS_AMBIGUOUS', { fields });
}
