import type { createApiForm } from '@rowcast/contracts/http/apis/apis';
import type { z } from 'zod';

type ApiType = NonNullable<z.input<typeof createApiForm>['type']>;

/** The templates of the Create API dialog: each sets the type and describes the expected table. */
export const templates = {
  churn: { type: 'classification' },
  credit: { type: 'classification' },
  price: { type: 'regression' },
  demand: { type: 'regression' },
} as const satisfies Record<string, { type: ApiType }>;

export type Template = keyof typeof templates;
export const templateNames = Object.keys(templates) as Template[];
