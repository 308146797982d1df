import { withoutMisleading } from '../name.ts';

const maxLength = 100;

/** 'monthly_charge' and 'monthlyCharge' become 'Monthly charge'. A short name such as 'y' gets the table's name. */
export function apiNameOf(target: string, table: string): string {
  const words = withoutMisleading(target)
    .replaceAll(/(\p{Ll})(?=\p{Lu})/gu, '$1 ')
    .replaceAll(/[\s_.-]+/g, ' ')
    .trim();
  const isOneCase = words === words.toUpperCase() && words.length > 4;
  const lower = /\p{Lu}{2}/u.test(words) && !isOneCase ? words : words.toLowerCase();
  const name = `${lower.charAt(0).toUpperCase()}${lower.slice(1)}`;
  const long = name.length < 3 ? `${name} ${withoutMisleading(table)}`.trim() : name;
  return [...long].slice(0, maxLength).join('').trim();
}

/** The name, or the name with the first free number: 'Price 2'. */
export function freeName(name: string, taken: readonly string[]): string {
  const used = new Set(taken.map((each) => each.toLowerCase()));
  if (!used.has(name.toLowerCase())) return name;
  const numbered = (number: number) => `${name.slice(0, maxLength - 5)} ${number}`;
  let number = 2;
  while (used.has(numbered(number).toLowerCase())) number += 1;
  return numbered(number);
}
