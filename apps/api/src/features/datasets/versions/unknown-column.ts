import { type FieldProblem, RowcastError, type TableProfile } from '@rowcast/contracts';
import { probablyMeant } from '../../../platform/text/did-you-mean.ts';
import { shortened } from '../../../platform/text/truncate.ts';

const maxNamed = 10;
const maxFields = 100;
/** To rank thousands of columns takes milliseconds for each name. */
const maxAdvised = 3;

export type Columns = Pick<TableProfile, 'columns'>;

export const quoted = (name: string): string => `"${shortened(name)}"`;

/** The first of these names, and how many more there are. */
export function someNames(names: readonly string[]): string {
  const more = names.length - maxNamed;
  return names.slice(0, maxNamed).map(quoted).join(', ') + (more > 0 ? ` and ${more} more` : '');
}

/** That a table has no such column, which was probably meant, and which it has, in their order. */
export function noColumn(name: string, { columns }: Columns): string {
  const names = columns.map((column) => column.name);
  const meant = probablyMeant(name, names);
  const advice = meant === undefined ? '' : ` Did you mean ${quoted(meant)}?`;
  return `There is no column ${quoted(name)}.${advice} The columns are: ${someNames(names)}.`;
}

export interface NamedColumn {
  field: string;
  name: string;
}

/** Refuses names that are no column, or that of the target where it can't be used; the first with advice. */
export function refuseNoColumns(named: readonly NamedColumn[], profile: Columns, target?: string): void {
  const known = new Set(profile.columns.map(({ name }) => name));
  const wrong = named.filter(({ name }) => !known.has(name) || name === target);
  const fields = wrong.slice(0, maxFields).map(({ field, name }, at): FieldProblem => {
    if (name === target) return { field, message: "The target itself can't be used here." };
    const message = at < maxAdvised ? noColumn(name, profile) : `There is no column ${quoted(name)}.`;
    return { field, message };
  });
  const [first] = fields;
  if (first) throw new RowcastError('COLUMN_NOT_FOUND', { message: first.message, fields });
}
