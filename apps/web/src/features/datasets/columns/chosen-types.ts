import type { PinnedType } from '@rowcast/contracts/domain/datasets/cleaning-recipe';
import type { ColumnProfile } from '@rowcast/contracts/domain/datasets/profile';

/** The chosen type of a column and, for an ordered category, its levels, lowest first. */
export interface ChosenType {
  to: PinnedType;
  levels?: readonly string[];
}

export type ChosenTypes = Record<string, ChosenType>;

/** The column types in the format of the server, with the order of the levels where set. */
export function schemaOf(chosen: ChosenTypes) {
  const columns = Object.entries(chosen);
  const ordered = columns.filter(([, { levels }]) => levels);
  return {
    types: Object.fromEntries(columns.map(([name, { to }]) => [name, to])),
    ...(ordered.length > 0 && {
      levels: Object.fromEntries(ordered.map(([name, { levels = [] }]) => [name, [...levels]])),
    }),
  };
}

/** The profile truncates longer values, so that no cell equals them. */
export const maxValueLength = 200;

/** Values listed in the profile: in level order, otherwise numbers before text. */
export function listedValues({ levels, topValues }: ColumnProfile): string[] {
  if (levels) return levels;
  return topValues
    .map(({ value }) => value)
    .filter((value) => value.length < maxValueLength)
    .sort((a, b) => a.localeCompare(b, undefined, { numeric: true }));
}
