import { RowcastError } from '@rowcast/contracts';
import { LRUCache } from 'lru-cache';
import { memoizeByObject } from '../../platform/concurrency/memoize.ts';

/** A response format and its media types, the default first. */
type AnswerForm = readonly [string, ...string[]];

const json: AnswerForm = ['application/json'];
const lines: AnswerForm = ['application/x-ndjson', 'application/ndjson', 'application/jsonl'];
const csv: AnswerForm = ['text/csv', 'application/csv'];

export const wholeForms: readonly AnswerForm[] = [json, lines, csv];
/** A stream cannot be one JSON document, so a request for JSON gets JSON Lines. */
export const streamForms: readonly AnswerForm[] = [lines, csv, json];

interface Wish {
  type: string;
  quality: number;
}

const quality = /^q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/i;

function wishesOf(accept: string): Wish[] {
  return accept.split(',').flatMap((part) => {
    const [type = '', ...parameters] = part.split(';').map((each) => each.trim());
    if (!type) return [];
    const given = parameters.map((each) => quality.exec(each)?.[1]).find((each) => each !== undefined);
    return [{ type: type.toLowerCase(), quality: given === undefined ? 1 : Number(given) }];
  });
}

interface Found extends Wish {
  /** Position in the header. */
  at: number;
}

/** The preference for a format: an exact media type wins over a range, and a range over the wildcard. */
function wishFor(names: AnswerForm, wishes: readonly Wish[]): Found | null {
  const kinds = names.map((name) => `${name.split('/')[0]}/*`);
  for (const types of [names, kinds, ['*/*', '*']]) {
    const at = wishes.findIndex(({ type }) => types.includes(type));
    const wish = wishes[at];
    if (wish) return { ...wish, at };
  }
  return null;
}

function formFor(accept: string, forms: readonly AnswerForm[]): string {
  const wishes = wishesOf(accept);
  if (wishes.length === 0) return '';
  const asked = forms.flatMap((names) => {
    const wish = wishFor(names, wishes);
    return wish ? [{ name: names[0], ...wish }] : [];
  });
  const found = asked.filter((wish) => wish.quality > 0);
  const [best] = found.toSorted((one, other) => other.quality - one.quality || one.at - other.at);
  // If some formats are excluded, the default may be one of them.
  const anyWillDo = best?.type.startsWith('*') && found.length === forms.length;
  if (best) return anyWillDo ? '' : best.name;
  const spoken = forms.map(([name]) => name);
  const message = `None of the formats in the Accept header is supported. Request ${spoken.slice(0, -1).join(', ')} or ${spoken.at(-1)}, or omit the header.`;
  throw new RowcastError('NOT_ACCEPTABLE', { message });
}

const formsOf = memoizeByObject(
  (_forms: readonly AnswerForm[]) => new LRUCache<string, string>({ max: 200 }),
);
/** Longer headers are unusual and are not cached. */
const maxKept = 200;

/**
 * Negotiates the response format from an Accept header; empty if any format will do.
 *
 * Throws NOT_ACCEPTABLE if no supported format is acceptable.
 */
export function answerForm(accept: string, forms: readonly AnswerForm[]): string {
  if (!accept) return '';
  const known = formsOf(forms);
  const form = known.get(accept) ?? formFor(accept, forms);
  if (accept.length <= maxKept) known.set(accept, form);
  return form;
}
