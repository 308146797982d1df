import { csvSeparators } from '@rowcast/contracts';

const firstColumn = 'prediction';

/** What parts the cells of a CSV answer, told by what follows its first column's name. */
export function separatorIn(answer: string): string {
  const next = answer.charAt(firstColumn.length);
  return csvSeparators.includes(next) ? next : ',';
}
