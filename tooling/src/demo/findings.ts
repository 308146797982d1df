import type { LintCode, LintFinding, TableLint } from '@rowcast/contracts';

const maxLines = 6;
/** What matters most before a training, first. */
const first: LintCode[] = ['TARGET_COPY', 'TARGET_LEAK', 'IDENTIFIER_COLUMN', 'DUPLICATE_COLUMN'];
const alone: LintCode[] = ['IDENTIFIER_COLUMN', 'EMPTY_COLUMN', 'CONSTANT_COLUMN'];

/** How looking for problems went: what is known before it ends, such as the task, is no finding. */
export const searchStatus = ({ status }: TableLint): string =>
  ({ ready: 'for this target', running: 'took too long', error: 'failed' })[status];

/** A few lines on what was found in a table, each with what would be done about it. */
export function findingLines(findings: LintFinding[]): string[] {
  const rank = ({ code, severity }: LintFinding) =>
    first.includes(code) ? first.indexOf(code) : first.length + Number(severity !== 'warning');
  const worth = findings
    .filter(({ code, severity }) => severity === 'warning' || first.includes(code))
    .toSorted((one, other) => rank(one) - rank(other));
  const lines = worth.slice(0, maxLines).map((finding) => {
    const { column, message } = finding;
    const remedy = remedyOf(finding);
    return `${column ? `${column}: ` : ''}${message}${remedy ? ` -> ${remedy}` : ''}`;
  });
  const more = findings.length - lines.length;
  if (more > 0)
    lines.push(`${more} ${lines.length > 0 ? 'more' : 'small findings'} in the console, under the table`);
  return lines;
}

function remedyOf({ code, fix, choices }: LintFinding): string | undefined {
  if (alone.includes(code)) return 'the training leaves it out by itself';
  if (choices) return `choose: ${choices.map(({ label }) => label).join(' or ')}`;
  switch (fix?.op) {
    case undefined:
    case 'keep_totals':
    case 'missing_markers':
      return undefined;
    case 'drop_column':
      return 'drop the column, which the console does with one click';
    case 'deduplicate':
      return 'keep the first of equal rows';
    case 'cast':
      return `read it as ${fix.to}; cells that do not fit are missing`;
    case 'parse_dates':
      return 'read it as dates';
    case 'filter_rows':
    case 'drop_rows':
      return 'leave these rows out';
    case 'clip':
      return 'bring the numbers into the usual range';
    case 'trim':
      return 'take the blanks off';
    case 'unify':
      return 'unify the spelling';
    case 'replace':
      return fix.by === null ? 'empty these cells' : `write them as "${fix.by}"`;
    case 'impute':
      return 'fill the missing cells';
  }
}
