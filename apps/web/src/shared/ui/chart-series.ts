export type ChartRow = Record<string, number | string | null>;

export interface Series {
  key: string;
  label: string;
  format?: (value: number | null) => string;
  /** Drawn thin and dashed: a baseline, a diagonal. */
  reference?: boolean;
}
