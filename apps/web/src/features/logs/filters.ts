export const statuses = ['all', 'ok', 'warned', 'partly', 'refused', 'limited', 'failed'] as const;
export const sources = ['all', 'keys', 'console'] as const;
export const labels = ['all', 'stable', 'candidate'] as const;

export interface LogFilters {
  status: (typeof statuses)[number];
  source: (typeof sources)[number];
  label: (typeof labels)[number];
  search: string;
  /** Whole days in the display time zone. */
  from?: string;
  to?: string;
}
