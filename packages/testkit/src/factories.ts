export * from './factories/accounts.ts';
export * from './factories/catalogue.ts';
export * from './factories/evidence.ts';
export type { Queryable } from './factories/row.ts';
export * from './factories/serving.ts';
