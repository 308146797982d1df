const mostCharacters = 60;

/** A name of any length as a sentence can hold it. */
export const shortened = (name: string): string =>
  name.length > mostCharacters ? `${name.slice(0, mostCharacters)}…` : name;
