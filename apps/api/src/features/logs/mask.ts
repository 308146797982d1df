const hidden = '•••';

const patterns: readonly [RegExp, (found: string) => boolean][] = [
  [/[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g, () => true],
  // PAN: five letters, four digits, a letter.
  [/\b[A-Z]{5}\d{4}[A-Z]\b/g, () => true],
  [/\b(?:\d[ -]?){12,18}\d\b/g, (found) => passesLuhn(found.replace(/\D/g, ''))],
  // Aadhaar as people write it, in groups of four.
  [/\b[2-9]\d{3}[ -]\d{4}[ -]\d{4}\b/g, () => true],
  [/\+\d[\d ()-]{7,17}\d/g, () => true],
  [/\(?\b\d{3}\)?[ .-]\d{3}[ .-]\d{4}\b/g, () => true],
];

/** Fields whose name says that they hold something about a person, in JSON. */
const named =
  /("(?:[a-z_ -]*(?:e-?mail|phone|mobile|address|passport|aadhaar|birth|surname|(?:first|last|full)[_ -]?name|ssn|iban))"\s*:\s*)("(?:[^"\\]|\\.)*"|-?\d[\d.e+-]*)/gi;

function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (let at = 0; at < digits.length; at += 1) {
    const digit = Number(digits[digits.length - 1 - at]);
    const weighed = at % 2 ? digit * 2 : digit;
    sum += weighed > 9 ? weighed - 9 : weighed;
  }
  return sum % 10 === 0;
}

/** What a person may read of a call: the shape and the values, without what tells who it is about. */
export function maskPersonalData(text: string): string {
  const byName = text.replace(named, (_all, name: string) => `${name}"${hidden}"`);
  return patterns.reduce(
    (masked, [pattern, isPersonal]) =>
      masked.replace(pattern, (found) => (isPersonal(found) ? hidden : found)),
    byName,
  );
}
