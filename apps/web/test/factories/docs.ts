import type { ApiDocs, DocumentedField } from '@rowcast/contracts/domain/apis/api-docs';
import { hexId } from './api.ts';

const wait: DocumentedField = {
  ...{ name: 'wait', kind: 'number', type: 'number', required: false, nullable: true, integer: false },
  ...{ min: 5, max: 80, categories: [], categoryCount: 0, unit: 'min', example: 12, said: '' },
  actions: { null: null, missing: 'warn', type: 'reject', unseen: null, range: 'warn' },
};

/** The docs of an API with one field. */
export const aDocs = (): ApiDocs => ({
  ...{ apiId: hexId('api'), name: 'Waits', description: '', status: 'active', enabled: true, sunset: null },
  ...{ version: 'v1', target: 'left', task: 'binary', labels: ['stayed', 'left'], address: '' },
  paths: { predict: '', stream: '', infer: '', openapi: '' },
  ...{ fields: [wait], extra: 'warn', options: ['threshold'], request: { instances: [{ wait: 12 }] } },
  ...{ answer: null, errors: [], askedAt: '2026-11-23T10:00:00Z' },
  limits: {
    ...{ requests: 1000, windowSeconds: 3600, callsPerMonth: null },
    ...{ timeoutSeconds: 30, rows: 10_000, bytes: 10 * 1024 * 1024 },
  },
});
