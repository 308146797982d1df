const languages = ['en', 'es', 'fr', 'de'];

const names = (
  count: number,
  part: 'month' | 'weekday',
  dateOf: (at: number) => Date,
): Map<string, number> => {
  const places = new Map<string, number>();
  for (const language of languages)
    for (const style of ['long', 'short'] as const) {
      const format = new Intl.DateTimeFormat(language, { [part]: style, timeZone: 'UTC' });
      for (let at = 0; at < count; at += 1) places.set(plain(format.format(dateOf(at))), at);
    }
  return places;
};

const plain = (text: string) => text.trim().toLowerCase().replace(/\.$/, '');

/** The first day was a Monday. */
const weekdays = () => names(7, 'weekday', (at) => new Date(Date.UTC(2024, 0, 1 + at)));
const months = () => names(12, 'month', (at) => new Date(Date.UTC(2024, at, 15)));

const scales = [
  ['no', 'yes'],
  ['n', 'y'],
  ['false', 'true'],
  ['nein', 'ja'],
  ['non', 'oui'],
  ['no', 'sí'],
  ['very low', 'low', 'medium', 'high', 'very high'],
  ['low', 'moderate', 'high'],
  ['bad', 'poor', 'fair', 'average', 'good', 'very good', 'excellent'],
  ['xs', 's', 'm', 'l', 'xl', 'xxl'],
  ['small', 'medium', 'large'],
  ['never', 'rarely', 'sometimes', 'often', 'always'],
  ['primary', 'secondary', 'tertiary'],
].map((scale) => new Map(scale.map((text, at) => [text, at])));

/** The number that a category starts with, such as 18 in "18-25" and 65 in "65+"; a bound below sorts first. */
function leadingNumber(text: string): number | null {
  const found =
    /^\s*(?:(<|≤|under|below|up to)|(>|≥|over|above))?\s*[^\d\s\w-]?\s*(-?\d+(?:[.,]\d+)*)(?![a-z\d])/i.exec(
      text,
    );
  if (!found?.[3]) return null;
  const value = Number(found[3].replaceAll(',', ''));
  const aside = 1e-9 * Math.max(1, Math.abs(value));
  if (Number.isNaN(value)) return null;
  return value + (found[2] ? aside : 0) - (found[1] ? aside : 0);
}

function placesOf(categories: readonly string[]): readonly (number | null | undefined)[] | null {
  const numbers = categories.map(leadingNumber);
  if (numbers.every((value) => value !== null)) return numbers;
  const lookUps = [...scales, months(), weekdays()];
  const fitting = lookUps.find((places) => categories.every((text) => places.has(plain(text))));
  return fitting ? categories.map((text) => fitting.get(plain(text))) : null;
}

/**
 * The natural order of categories: numbers and ranges by value, months, weekdays and common scales in their order.
 * Null if there is none, so that frequency is the better order.
 */
export function naturalOrder(categories: readonly string[]): string[] | null {
  const places = placesOf(categories);
  if (!places) return null;
  return categories
    .map((text, at) => ({ text, place: places[at] ?? 0 }))
    .toSorted((one, other) => one.place - other.place)
    .map(({ text }) => text);
}
