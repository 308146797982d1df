/** The first questions of the help page, in order. */
export const firstQuestions = ['upload', 'models', 'hosting', 'customise', 'security'] as const;

/** The further questions of the help page, in order. */
export const furtherQuestions = [
  'target',
  'size',
  'errors',
  'time',
  'good',
  'unknown',
  'call',
  'file',
  'limit',
  'replace',
  'team',
  'code',
  'delete',
  'export',
] as const;

export type FaqKey = (typeof firstQuestions)[number] | (typeof furtherQuestions)[number];
