const maxCharacters = 60;

/** How a text begins, without half of a character (a surrogate without its other half), which nothing can store. */
export const beginningOf = (text: string, most: number): string =>
  text.slice(0, most).replace(/[\uD800-\uDBFF]$/, '');

/** A name of any length as a sentence can hold it. */
export const shortened = (name: string): string =>
  name.length > maxCharacters ? `${beginningOf(name, maxCharacters)}…` : name;
