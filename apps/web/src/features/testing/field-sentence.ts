import type { FieldNoteCode, FieldNoteParts } from '@rowcast/contracts/domain/field-note';
import i18next from 'i18next';
import { formatInteger, formatNumber } from '@/shared/lib/format.ts';

interface Said {
  message: string;
  code?: string | undefined;
  parts?: FieldNoteParts | undefined;
}

function beyond({ low, words }: FieldNoteParts): string {
  if (low !== undefined) return 'odd.range';
  return words === undefined ? 'odd.large' : 'odd.long';
}

function invalid({ expected, such, send }: FieldNoteParts): string {
  if (such !== undefined) return 'odd.written';
  return send === undefined ? `odd.${expected ?? 'text'}` : 'odd.numberSend';
}

/** What is odd about a value. */
const oddities: Record<FieldNoteCode, (parts: FieldNoteParts) => string> = {
  FIELD_REQUIRED: () => 'odd.required',
  FIELD_INVALID: invalid,
  MISSING_FIELD: () => 'odd.missing',
  MISSING_VALUE: () => 'odd.null',
  UNSEEN_CATEGORY: () => 'odd.unseen',
  OUT_OF_RANGE: beyond,
  NUMBERS_CONVERTED: () => 'odd.converted',
  UNKNOWN_FIELD: () => 'odd.extra',
  ROW_EMPTY: () => 'odd.empty',
  ROWS_MISNAMED: () => 'odd.misnamed',
  ROWS_BARE: () => 'odd.bare',
  ROWS_NOT_LISTED: () => 'odd.notListed',
  ROW_NOT_OBJECT: () => 'odd.notObject',
};

const isKnown = (code: string | undefined): code is FieldNoteCode => !!code && Object.hasOwn(oddities, code);

/** What became of the value. */
function then({ outcome, new: isNew }: FieldNoteParts): string[] {
  if (!outcome) return [];
  const kept = { typical: 'newTypical', wordless: 'newWordless' };
  return [`then.${(isNew && kept[outcome as keyof typeof kept]) || outcome}`];
}

const say = (key: string, parts: Record<string, string | undefined> = {}): string =>
  i18next.t(`testing:says.${key}` as 'testing:says.odd.required', parts);

const text = (part: string | number | boolean | undefined): string | undefined =>
  typeof part === 'number' ? formatNumber(part, 6) : part?.toString();

function wordsOf({ given, kind, low, high, words, read, fill, fields, such, send, meant }: FieldNoteParts) {
  return {
    // Text is quoted as it was sent; of other things the kind is named.
    given: kind ? say(`kind.${kind}`) : given && `"${given}"`,
    value: given,
    low: text(low),
    high: text(high),
    words: words === undefined ? undefined : formatInteger(words),
    read: text(read),
    fill: text(fill),
    fields: fields?.join(', '),
    row: fields?.map((name) => `${JSON.stringify(name)}: …`).join(', '),
    such,
    send,
    meant,
  };
}

/** What the endpoint says of one field, in the reader's language; what comes without a code says it in English. */
export function fieldSentence({ message, code, parts = {} }: Said): string {
  if (!isKnown(code)) return message;
  const keys = [oddities[code](parts), ...then(parts), ...(parts.meant === undefined ? [] : ['meant'])];
  const said = wordsOf(parts);
  return keys.map((key) => say(key, said)).join(' ');
}
