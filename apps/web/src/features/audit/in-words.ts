import { formatInteger, formatNumber } from '@/shared/lib/format.ts';

export interface Words {
  yes: string;
  no: string;
  none: string;
}

/** `settings.rateLimitRequests` as it would be written by hand, for a field that has no words of its own. */
export function spelledOut(field: string): string {
  const words = plainName(field)
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replace(/[_.]/g, ' ')
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Settings stand under the API's own names. */
export const plainName = (field: string): string => field.replace(/^settings\./, '');

/** A value as people read it: lists with commas, and of what is kept by names each after its name. */
export function inWords(value: unknown, words: Words): string {
  if (value === null || value === undefined || value === '') return words.none;
  if (typeof value === 'boolean') return value ? words.yes : words.no;
  if (typeof value === 'number')
    return Number.isInteger(value) ? formatInteger(value) : formatNumber(value, 6);
  if (Array.isArray(value)) return value.map((each) => inWords(each, words)).join(', ') || words.none;
  if (typeof value !== 'object') return String(value);
  const parts = Object.entries(value).map(([name, each]) => {
    const told = inWords(each, words);
    return typeof each === 'object' && each !== null ? `${name} (${told})` : `${name}: ${told}`;
  });
  return parts.join(', ') || words.none;
}
