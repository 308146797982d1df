import type { Reason } from '@rowcast/contracts/domain/models/reason';
import { formatExact, formatInteger, formatNumber, formatShare } from '@/shared/lib/format/format.ts';

type Params = NonNullable<Reason['params']>;

/** Asks i18next for a sentence as it stands in the catalogue, or for nothing. */
export const asWritten = { skipInterpolation: true, defaultValue: '' } as const;

/** A parameter as the reader writes it; a name that ends in "share" is a share of 1. */
function inWords(name: string, value: string | number): string {
  if (name === 'value' && Number.isFinite(Number(value))) return formatExact(Number(value));
  if (typeof value === 'string') return value;
  if (/share$/i.test(name)) return formatShare(value);
  return Number.isInteger(value) ? formatInteger(value) : formatNumber(value);
}

/** An explanation by the sentences that a screen has for its codes; in English where one of them is not known. */
export function explained(
  english: string,
  why: readonly Reason[] | undefined,
  sentenceOf: (code: string) => string,
): string {
  const sentences = (why ?? []).map(({ code, params }) => filledSentence(sentenceOf(code), params));
  return sentences.length > 0 && !sentences.includes(null) ? sentences.join(' ') : english;
}

/** A sentence of a catalogue with what fills it; null where there is none, or something to fill it is missing. */
export function filledSentence(sentence: string, params: Params = {}): string | null {
  const hole = /\{\{(\w+)\}\}/g;
  const isWhole = [...sentence.matchAll(hole)].every(([, name = '']) => params[name] !== undefined);
  if (!sentence || !isWhole) return null;
  return sentence.replace(hole, (_, name: string) => inWords(name, params[name] ?? ''));
}
