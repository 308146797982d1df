import type { LintFinding } from '@rowcast/contracts/domain/finding';
import type { TaskReason } from '@rowcast/contracts/domain/lint';
import type { TFunction } from 'i18next';
import { formatInteger, formatNumber, formatPercent } from '@/shared/lib/format.ts';

type Params = NonNullable<LintFinding['params']>;
type Words = TFunction<'datasets'>;

/** Parameters as the reader writes them; a name that ends in "share" is a share of 1. */
function inWords(params: Params): Record<string, string> {
  const shown = (name: string, value: string | number) => {
    if (name === 'value' && Number.isFinite(Number(value))) return formatNumber(Number(value), 15);
    if (typeof value === 'string') return value;
    if (/share$/i.test(name)) return formatPercent(value);
    return Number.isInteger(value) ? formatInteger(value) : formatNumber(value);
  };
  return Object.fromEntries(Object.entries(params).map(([name, value]) => [name, shown(name, value)]));
}

const plain = { interpolation: { escapeValue: false } };

/** The finding in the reader's language; tables read before its words had parameters keep the English one. */
export function findingText(t: Words, { code, params = {}, message }: LintFinding): string {
  const sentence = t(`lint.${code}`, { ...plain, skipInterpolation: true });
  const needed = [...sentence.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name ?? '');
  if (needed.some((name) => params[name] === undefined)) return message;
  const words = inWords(params);
  if (code === 'PERSONAL_DATA') words.kind = t(`personalKind.${params.kind as 'email'}`);
  return t(`lint.${code}`, { ...plain, ...words });
}

export const reasonText = (t: Words, { code, params }: TaskReason): string =>
  t(`taskReason.${code}`, { ...plain, ...inWords(params) });
