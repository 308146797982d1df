const maxCharacters = 60;

/** The beginning of a text, without a lone surrogate at its end, which cannot be stored. */
export const beginningOf = (text: string, most: number): string =>
  text.slice(0, most).replace(/[\uD800-\uDBFF]$/, '');

/** Truncates a long name for use in a sentence. */
export const shortened = (name: string): string =>
  name.length > maxCharacters ? `${beginningOf(name, maxCharacters)}…` : name;
