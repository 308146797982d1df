import { parseAsString, useQueryState } from 'nuqs';

export interface UrlSort {
  column: string;
  descending: boolean;
}

export function readSort(text: string | null): UrlSort | null {
  if (!text) return null;
  return text.startsWith('-')
    ? { column: text.slice(1), descending: true }
    : { column: text, descending: false };
}

export const writeSort = (sort: UrlSort | null): string | null =>
  sort && `${sort.descending ? '-' : ''}${sort.column}`;

/** The sort as a server parameter, if the server supports the column. */
export function sortedBy<C extends string>(sort: UrlSort | null, known: readonly C[]) {
  const column = known.find((name) => name === sort?.column);
  return column && sort
    ? { sort: column, order: sort.descending ? ('desc' as const) : ('asc' as const) }
    : {};
}

/** The sort of a table in the URL: `?sort=name`, `?sort=-rows`. */
export function useUrlSort(name = 'sort') {
  const [text, setText] = useQueryState(name, parseAsString);
  return [readSort(text), (sort: UrlSort | null) => void setText(writeSort(sort))] as const;
}
