import { RowcastError } from '@rowcast/contracts';
import { LRUCache } from 'lru-cache';
import { oncePer } from '../../platform/concurrency/memoize.ts';

/** A form of answers by the names it goes by, the usual one first. */
type AnswerForm = readonly [string, ...string[]];

const json: AnswerForm = ['application/json'];
const lines: AnswerForm = ['application/x-ndjson', 'application/ndjson', 'application/jsonl'];
const csv: AnswerForm = ['text/csv', 'application/csv'];

export const wholeForms: readonly AnswerForm[] = [json, lines, csv];
/** A stream has no end at which JSON could be closed; who asks for that is answered by lines. */
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
  /** Where the wish stands in the header. */
  at: number;
}

/** What is wished of a form: by its name before its kind, and by either before anything. */
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
  // Where some are not wanted, the usual one may be among them.
  const anyWillDo = best?.type.startsWith('*') && found.length === forms.length;
  if (best) return anyWillDo ? '' : best.name;
  const spoken = forms.map(([name]) => name);
  const message = `None of the formats in the Accept header is supported. Request ${spoken.slice(0, -1).join(', ')} or ${spoken.at(-1)}, or omit the header.`;
  throw new RowcastError('NOT_ACCEPTABLE', { message });
}

const formsOf = oncePer((_forms: readonly AnswerForm[]) => new LRUCache<string, string>({ max: 200 }));
/** Longer ones are no client's usual header, and are not kept. */
const maxKept = 200;

/**
 * The form that an Accept header asks for, of those that are spoken; empty where any will do.
 *
 * Throws NOT_ACCEPTABLE where none is wanted.
 */
export function answerForm(accept: string, forms: readonly AnswerForm[]): string {
  if (!accept) return '';
  const known = formsOf(forms);
  const form = known.get(accept) ?? formFor(accept, forms);
  if (accept.length <= maxKept) known.set(accept, form);
  return form;
}
