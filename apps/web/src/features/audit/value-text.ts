import { formatDateTime, formatInteger, formatNumber } from '@/shared/lib/format/format.ts';

export interface Words {
  yes: string;
  no: string;
  none: string;
  /** The label of an enum value, such as a model type. */
  enumLabel: (word: string) => string;
}

const moment = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;

/** `settings.rateLimitRequests` as readable text, for a field without a label. */
export function readableFieldName(field: string): string {
  const words = plainName(field)
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replace(/[_.]/g, ' ')
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Settings use the API's own field names. */
export const plainName = (field: string): string => field.replace(/^settings\./, '');

const isObject = (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value);

/** A readable value: lists with commas, objects with each value after its name. */
export function valueText(value: unknown, words: Words): string {
  if (value === null || value === undefined || value === '') return words.none;
  if (typeof value === 'boolean') return value ? words.yes : words.no;
  if (typeof value === 'number')
    return Number.isInteger(value) ? formatInteger(value) : formatNumber(value, 6);
  if (typeof value === 'string') return moment.test(value) ? formatDateTime(value) : words.enumLabel(value);
  if (Array.isArray(value)) {
    const parts = value.map((each) => {
      const text = valueText(each, words);
      return isObject(each) ? `(${text})` : text;
    });
    return parts.join(', ') || words.none;
  }
  if (typeof value !== 'object') return String(value);
  const parts = Object.entries(value).map(([name, each]) => {
    const text = valueText(each, words);
    return typeof each === 'object' && each !== null ? `${name} (${text})` : `${name}: ${text}`;
  });
  return parts.join(', ') || words.none;
}
