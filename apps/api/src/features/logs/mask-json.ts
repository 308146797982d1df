import type { FieldNoteCode } from '@rowcast/contracts';
import { maskColumns } from './mask-columns.ts';

const hidden = '•••';

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

/** Fields whose name says that they hold something about a person, in the languages of the console. */
const personalWords = [
  'e-?mail|phone|mobile|address|passport|aadhaar|birth|surname|(first|last|full)[ _-]?name|ssn|iban',
  'correo|telefono|movil|pasaporte|nacimiento|apellidos?',
  'courriel|telephone|adresse|passeport|naissance|prenom',
  'telefon|handynummer|reisepass|geburtsdatum|geburtstag|vorname|nachname',
].join('|');
const personalName = new RegExp(`(^|[^a-z])(${personalWords})([^a-z]|$)`, 'i');
/** camelCase in words, as snake_case is, and letters without their accents. */
const isPersonalName = (name: string): boolean =>
  personalName.test(
    name
      .normalize('NFD')
      .replace(/\p{M}/gu, '')
      .replace(/(?<=[a-z\d])(?=[A-Z])/g, '_'),
  );

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

const isOfPerson = (note: unknown): boolean =>
  typeof note === 'object' &&
  note !== null &&
  'field' in note &&
  typeof note.field === 'string' &&
  isPersonalName(note.field) &&
  !('code' in note && valueless.has(note.code));

const isTensorOfPerson = (content: object): boolean =>
  'data' in content && 'name' in content && typeof content.name === 'string' && isPersonalName(content.name);

function maskObject(content: object): object {
  if (isOfPerson(content)) return masking({ ...content, parts: undefined }, repeating);
  // An error's own sentence is that of its first field.
  if ('fields' in content && Array.isArray(content.fields) && content.fields.some(isOfPerson))
    return masking(content, leading);
  return isTensorOfPerson(content) ? { ...content, data: hidden } : content;
}

function maskValue(name: string, value: unknown): unknown {
  if (value === null || typeof value === 'boolean') return value;
  if (isPersonalName(name)) return hidden;
  if (typeof value === 'object') return Array.isArray(value) ? value : maskObject(value);
  // The Open Inference Protocol has its warnings as JSON in a text.
  if (typeof value === 'string') return (name === 'warnings' && maskJson(value)) || maskText(value);
  // A score has many digits too, but only whole numbers are cards.
  return Number.isInteger(value) && maskText(`${value}`) === hidden ? hidden : value;
}

const byteOrderMark = /^\ufeff/;

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
      typeof json === 'string' ? JSON.stringify(maskPersonalData(json)) : JSON.stringify(json, maskValue);
    return masked === JSON.stringify(json) ? text : masked;
  } catch {
    // Nested deeper than it can be walked.
    return JSON.stringify(hidden);
  }
}

const member = /(?<!\\)("(?:[^"\\]|\\.)*")(\s*:\s*)("(?:[^"\\]|\\.)*"?|[^\s,}\]]+)/g;

const maskMembers = (text: string): string =>
  text.replace(member, (found, name, colon) => (isPersonalName(name) ? `${name}${colon}"${hidden}"` : found));

/** Masks personal data in a payload. Shape and other values stay readable. */
export function maskPersonalData(text: string): string {
  const whole = maskJson(text);
  if (whole !== null) return whole;
  if (!/^\s*[{[]/.test(text)) return maskText(maskColumns(text, isPersonalName, hidden));
  return text
    .split('\n')
    .map((line) => maskJson(line) ?? maskText(maskMembers(line)))
    .join('\n');
}
