import type { FieldNoteCode } from '@rowcast/contracts';
import { type FieldRules, namesOnly } from './field-rules.ts';
import { type ColumnMask, maskColumns } from './mask-columns.ts';

/** In place of a value. */
export const hidden = '•••';

const patterns: readonly [RegExp, (found: string) => boolean][] = [
  // Tried where a run of such letters begins and nowhere within it, where it would be read again for each letter.
  [/(?<![\w.+-])[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g, () => true],
  // PAN: five letters, four digits, a letter.
  [/\b[A-Z]{5}\d{4}[A-Z]\b/g, () => true],
  [/(?<![\d.])(?:\d[ -]?){12,18}\d(?![\d.])/g, (found) => passesLuhn(found.replace(/\D/g, ''))],
  // Aadhaar as people write it, in groups of four.
  [/(?<![\d.])[2-9]\d{3}[ -]\d{4}[ -]\d{4}(?!\d)/g, () => true],
  [/\+\d[\d ()-]{7,17}\d/g, () => true],
  [/(?<![\d.])\(?\d{3}\)?[ .-]\d{3}[ .-]\d{4}(?!\d)/g, () => true],
  // 1.234.567.890 is an amount.
  [
    /(?<![\w.])(?:\d{1,3}\.){3}\d{1,3}(?![\w.]*\w)/g,
    (found) => found.split('.').every((part) => Number(part) < 256),
  ],
];

function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (let at = 0; at < digits.length; at += 1) {
    const digit = Number(digits[digits.length - 1 - at]);
    const weighed = at % 2 ? digit * 2 : digit;
    sum += weighed > 9 ? weighed - 9 : weighed;
  }
  return sum % 10 === 0;
}

const maskText = (text: string): string =>
  patterns.reduce(
    (masked, [pattern, isPersonal]) =>
      masked.replace(pattern, (found) => (isPersonal(found) ? hidden : found)),
    text,
  );

/** What repeats the value of a field, where an answer speaks of the field: in sentences and explanations. */
const repeating = new Set(['message', 'value', 'from', 'to']);
/** `error` is a sentence in the Open Inference Protocol, elsewhere an object with the code. */
const leading = new Set(['message', 'detail', 'error']);

const masking = (content: object, names: ReadonlySet<string>) =>
  Object.fromEntries(
    Object.entries(content).map(([name, value]) => [
      name,
      names.has(name) && typeof value !== 'object' ? hidden : value,
    ]),
  );

/** Notes that tell no value that was sent. */
const valueless = new Set<unknown>([
  'FIELD_REQUIRED',
  'MISSING_FIELD',
  'MISSING_VALUE',
  'OUT_OF_RANGE',
  'UNKNOWN_FIELD',
] satisfies FieldNoteCode[]);

type Note = { field: string; code?: unknown };
const isNote = (content: unknown): content is Note =>
  typeof content === 'object' && content !== null && 'field' in content && typeof content.field === 'string';

/** An array of the Open Inference Protocol, whose name is that of the field. */
type Tensor = { name: string; data: unknown[] };
const isTensor = (content: object): content is Tensor =>
  'data' in content && Array.isArray(content.data) && 'name' in content && typeof content.name === 'string';

/** Longer names are cut off, and count as unknown. */
const longestName = 200;

const byteOrderMark = /^\ufeff/;
const member = /(?<!\\)("(?:[^"\\]|\\.)*")(\s*:\s*)("(?:[^"\\]|\\.)*"?|[^\s,}\]]+)/g;

/** A quoted text, with the colon after a name, or an unquoted value. */
const token = /"(?:[^"\\]|\\.)*"?(\s*:)?|[^\s,:{}[\]"]+/g;

function masker(rules: FieldRules) {
  const isHidden = (name: string): boolean => {
    const visibility = rules.key(name);
    return visibility === 'hide' || (visibility === 'unknown' && rules.hidesUnknown);
  };
  const repeatsHidden = (note: unknown): boolean =>
    isNote(note) && rules.field(note.field) !== 'show' && !valueless.has(note.code);

  function maskObject(content: object): object {
    if (repeatsHidden(content)) return masking({ ...content, parts: undefined }, repeating);
    // An error's own sentence is that of its first field.
    if ('fields' in content && Array.isArray(content.fields) && content.fields.some(repeatsHidden))
      return masking(content, leading);
    return content;
  }

  /** For one walk through a payload. Elements of an array are as visible as the array. */
  function valueMasker() {
    const arrays = new WeakMap<object, ReturnType<FieldRules['key']>>();
    function visibilityOf(holder: object, name: string) {
      if (Array.isArray(holder)) return arrays.get(holder) ?? 'unknown';
      if (isTensor(holder)) return name === 'data' ? rules.key(holder.name) : 'show';
      return rules.key(name);
    }
    return function maskValue(this: object, name: string, value: unknown): unknown {
      if (value === null) return value;
      const visibility = visibilityOf(this, name);
      if (visibility === 'hide') return hidden;
      if (typeof value === 'boolean') return value;
      if (typeof value === 'object') {
        if (!Array.isArray(value)) return maskObject(value);
        // What holds rows says nothing about the values in them.
        arrays.set(value, !isTensor(this) && rules.holdsRows.has(name) ? 'unknown' : visibility);
        return value;
      }
      if (visibility === 'unknown' && rules.hidesUnknown) return hidden;
      // The Open Inference Protocol has its warnings as JSON in a text.
      if (typeof value === 'string') return (name === 'warnings' && maskJson(value)) || maskText(value);
      // A score has many digits too, but only whole numbers are cards.
      return Number.isInteger(value) && maskText(`${value}`) === hidden ? hidden : value;
    };
  }

  /** Null for what is no JSON. */
  function maskJson(text: string): string | null {
    let json: unknown;
    try {
      json = JSON.parse(text.replace(byteOrderMark, ''));
    } catch {
      return null;
    }
    try {
      // An answer that is no JSON stands in a text of its own when it is shown again.
      const masked =
        typeof json === 'string' ? JSON.stringify(mask(json)) : JSON.stringify(json, valueMasker());
      return masked === JSON.stringify(json) ? text : masked;
    } catch {
      // Nested deeper than it can be walked.
      return JSON.stringify(hidden);
    }
  }

  /** A sentence of an error begins with the name of its field, if it is about one. */
  function isOfHiddenField(sentence: string): boolean {
    const words = sentence
      .replace(/^Row [\d,]+: /, '')
      .slice(0, longestName)
      .split(' ');
    const names = words.map((_, at) => words.slice(0, at + 1).join(' '));
    const found = names.map(rules.field);
    return found.includes('hide') || !found.includes('show');
  }

  const columns: ColumnMask = {
    hidden,
    isHidden,
    isKnown: (name) => rules.key(name) !== 'unknown',
    cell: (name, text) => (name === 'error' && text !== '' && isOfHiddenField(text) ? hidden : text),
  };

  const maskMembers = (text: string): string =>
    text.replace(member, (found, quoted: string, colon) =>
      isHidden(quoted.slice(1, -1)) ? `${quoted}${colon}"${hidden}"` : found,
    );

  /** JSON that cannot be parsed keeps its names, and values directly after the name of a shown field. */
  function maskInvalidJson(text: string): string {
    if (!rules.hidesUnknown) return maskText(maskMembers(text));
    let isShown = false;
    const masked = text.replace(token, (found: string, colon?: string) => {
      const name = found.slice(1, found.lastIndexOf('"'));
      const keeps = isShown || colon !== undefined;
      isShown = colon !== undefined && rules.key(name) === 'show' && !rules.holdsRows.has(name);
      return keeps ? found : `"${hidden}"`;
    });
    return maskText(masked);
  }

  function mask(text: string): string {
    const whole = maskJson(text);
    if (whole !== null) return whole;
    if (!/^\s*[{[]/.test(text)) return maskText(maskColumns(text, columns));
    return text
      .split('\n')
      .map((line) => maskJson(line) ?? maskInvalidJson(line))
      .join('\n');
  }
  return mask;
}

/** Masks personal data in a payload. Shape and other values stay readable. */
export const maskPersonalData = (text: string, rules: FieldRules = namesOnly): string => masker(rules)(text);
