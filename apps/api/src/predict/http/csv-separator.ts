import { csvSeparators } from '@rowcast/contracts';

const firstColumn = 'prediction';

/** The delimiter of a CSV response, read from its header. */
export function separatorIn(answer: string): string {
  const next = answer.charAt(firstColumn.length);
  return csvSeparators.includes(next) ? next : ',';
}
