import type { FieldNoteCode } from '@rowcast/contracts';

const hidden = '•••';

const patterns: readonly [RegExp, (found: string) => boolean][] = [
  [/[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g, () => true],
  // PAN: five letters, four digits, a letter.
  [/\b[A-Z]{5}\d{4}[A-Z]\b/g, () => true],
  [/(?<![\d.])(?:\d[ -]?){12,18}\d(?![\d.])/g, (found) => passesLuhn(found.replace(/\D/g, ''))],
  // Aadhaar as people write it, in groups of four.
  [/(?<![\d.])[2-9]\d{3}[ -]\d{4}[ -]\d{4}(?!\d)/g, () => true],
  [/\+\d[\d ()-]{7,17}\d/g, () => true],
  [/(?<![\d.])\(?\d{3}\)?[ .-]\d{3}[ .-]\d{4}(?!\d)/g, () => true],
];

/** Fields whose name says that they hold something about a person. */
const personalName =
  /(^|[^a-z])(e-?mail|phone|mobile|address|passport|aadhaar|birth|surname|(first|last|full)[ _-]?name|ssn|iban)([^a-z]|$)/i;

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
const leading = new Set(['message', 'detail']);

const masking = (content: object, names: ReadonlySet<string>) =>
  Object.fromEntries(
    Object.entries(content).map(([name, value]) => [name, names.has(name) ? hidden : value]),
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
  personalName.test(note.field) &&
  !('code' in note && valueless.has(note.code));

function maskObject(content: object): object {
  if (isOfPerson(content)) return masking({ ...content, parts: undefined }, repeating);
  // An error's own sentence is that of its first field.
  if ('fields' in content && Array.isArray(content.fields) && content.fields.some(isOfPerson))
    return masking(content, leading);
  return content;
}

function maskValue(name: string, value: unknown): unknown {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return maskObject(value);
  if (typeof value === 'string') return personalName.test(name) ? hidden : maskText(value);
  // A score has many digits too, but only whole numbers are cards.
  if (typeof value !== 'number') return value;
  const isPersonal = personalName.test(name) || (Number.isInteger(value) && maskText(`${value}`) === hidden);
  return isPersonal ? hidden : value;
}

/** What a person may read of a call: the shape and the values, without what tells who it is about. */
export function maskPersonalData(text: string): string {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return maskText(text);
  }
  const masked = JSON.stringify(json, maskValue);
  return masked === JSON.stringify(json) ? text : masked;
}
