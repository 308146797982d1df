import type { FieldNoteCode, FieldNoteParts } from '@rowcast/contracts/domain/predictions/field-note';
import type { FieldNoteSentence } from '@rowcast/contracts/domain/predictions/field-note-sentences';
import type { OptionNoteCode } from '@rowcast/contracts/domain/predictions/option-note';
import i18next from 'i18next';
import { asWritten } from '@/shared/i18n/filled-sentence.ts';
import { formatExact, formatInteger } from '@/shared/lib/format/format.ts';
import { quoted } from '@/shared/lib/format/quoted.ts';

interface Said {
  message: string;
  field?: string;
  code?: string | undefined;
  parts?: FieldNoteParts | undefined;
}

function beyond({ low, words }: FieldNoteParts): FieldNoteSentence {
  if (low !== undefined) return 'problem.range';
  return words === undefined ? 'problem.large' : 'problem.long';
}

function invalid({ expected, such, send }: FieldNoteParts): FieldNoteSentence {
  if (expected === 'clock') return 'problem.clock';
  if (such !== undefined) return 'problem.written';
  return send === undefined ? `problem.${expected ?? 'text'}` : 'problem.numberSend';
}

/** Describes the unexpected value. */
const oddities: Record<FieldNoteCode, (parts: FieldNoteParts) => FieldNoteSentence> = {
  FIELD_REQUIRED: () => 'problem.required',
  FIELD_INVALID: invalid,
  MISSING_FIELD: () => 'problem.missing',
  MISSING_VALUE: () => 'problem.null',
  UNSEEN_CATEGORY: () => 'problem.unseen',
  OUT_OF_RANGE: beyond,
  NUMBERS_CONVERTED: () => 'problem.converted',
  UNKNOWN_FIELD: () => 'problem.extra',
  ROW_EMPTY: ({ sent }) => (sent ? 'problem.empty' : 'problem.none'),
  ROWS_MISNAMED: () => 'problem.misnamed',
  ROWS_BARE: () => 'problem.bare',
  ROWS_NOT_LISTED: () => 'problem.notListed',
  ROW_NOT_OBJECT: () => 'problem.notObject',
  ROW_NARROW: () => 'problem.narrow',
  ROW_WIDE: () => 'problem.wide',
  ROW_AFTER_QUOTE: () => 'problem.afterQuote',
  ROW_UNREADABLE: () => 'problem.unreadable',
  QUOTE_OPENS: () => 'problem.quoteOpens',
};

const isKnown = (code: string | undefined): code is FieldNoteCode => !!code && Object.hasOwn(oddities, code);

/** Describes how the value was handled. */
function then({ outcome, new: isNew }: FieldNoteParts): FieldNoteSentence[] {
  if (!outcome) return [];
  if (isNew && outcome === 'typical') return ['outcome.newTypical'];
  return isNew && outcome === 'wordless' ? ['outcome.newWordless'] : [`outcome.${outcome}`];
}

const say = (key: FieldNoteSentence, parts: Record<string, string | undefined> = {}): string =>
  i18next.t(`testing:notes.${key}`, parts);

const text = (part: string | number | boolean | undefined): string | undefined =>
  typeof part === 'number' ? formatExact(part) : part?.toString();

/** Quotes the first names and counts the rest. */
function listed(names: readonly string[] | undefined, more: number | undefined): string | undefined {
  const first = names?.map(quoted).join(', ');
  return first && more ? say('more', { listed: first, more: formatInteger(more) }) : first;
}

function wordsOf({
  given,
  kind,
  low,
  high,
  words,
  most,
  read,
  fill,
  fields,
  such,
  send,
  unit,
  cells,
  width,
  meant,
}: FieldNoteParts) {
  const row = `{${fields?.map((name) => `${JSON.stringify(name)}: …`).join(', ')}}`;
  return {
    // Quotes text as sent; other values are described by their type.
    given: kind ? say(`kind.${kind}`) : given && quoted(given),
    value: given,
    low: text(low),
    high: text(high),
    words: words === undefined ? undefined : formatInteger(words),
    most: text(most),
    read: text(read),
    fill: text(fill),
    fields: fields?.join(', '),
    row,
    form: `{"instances": [${row}]}`,
    such,
    send,
    unit,
    cells: text(cells),
    width: text(width),
    meant,
  };
}

/** A sentence about an option or a policy; `field` is its path. */
function optionSentence(sentence: string, field: string, parts: FieldNoteParts): string {
  const { given, names, action, classes, fields, more, meant, low, high, most, rows, count, route } = parts;
  const words: Record<string, string | undefined> = {
    given,
    names: names?.join(', '),
    action,
    classes: listed(classes, more),
    fields: listed(fields, more),
    low: text(low),
    high: text(high),
    most: text(most),
    rows: text(rows),
    count: text(count),
    route,
    form: `{"options": {"${field}": …}}`,
  };
  const filled = sentence.replaceAll(/\{\{(\w+)\}\}/g, (hole, name: string) => words[name] ?? hole);
  return meant === undefined ? filled : `${filled} ${say('meant', { meant })}`;
}

/** Translates a field note of the endpoint; notes without a code stay English. */
export function fieldSentence({ message, field = '', code, parts = {} }: Said): string {
  if (!isKnown(code)) {
    const sentence = code && i18next.t(`testing:notes.option.${code as OptionNoteCode}`, asWritten);
    return sentence ? optionSentence(sentence, field, parts) : message;
  }
  const keys = [oddities[code](parts), ...then(parts)];
  if (parts.meant !== undefined) keys.push('meant');
  const filled = wordsOf(parts);
  return keys.map((key) => say(key, filled)).join(' ');
}
