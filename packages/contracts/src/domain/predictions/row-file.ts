/** Kinds of files whose rows are answered as they are read, by the endings of their names. */
const typeByEnding = {
  csv: 'text/csv',
  tsv: 'text/csv',
  txt: 'text/csv',
  ndjson: 'application/x-ndjson',
  jsonl: 'application/x-ndjson',
} as const;

type Ending = keyof typeof typeByEnding;
export type RowFileType = (typeof typeByEnding)[Ending];

const isKnown = (ending: string): ending is Ending => Object.hasOwn(typeByEnding, ending);

export const rowFileEndings = Object.keys(typeByEnding).map((ending) => `.${ending}`);

/** What the rows of a file of this name are sent as; null for one that must be saved as another kind first. */
export function rowFileType(name: string): RowFileType | null {
  const [, ending = ''] = /\.(\w+)$/.exec(name.toLowerCase()) ?? [];
  return isKnown(ending) ? typeByEnding[ending] : null;
}
