import { type Api, defaultApiSettings } from '@rowcast/contracts/domain/apis/api';

let made = 0;

export const hexId = (prefix: string) => `${prefix}_${String(++made).padStart(32, '0')}`;

export function anApi(name: string, part: Partial<Api> = {}): Api {
  return {
    id: hexId('api'),
    name,
    description: '',
    type: 'prediction',
    template: null,
    status: 'draft',
    enabled: true,
    version: 'v0',
    settings: defaultApiSettings,
    usage: {
      calls: 0,
      callsThisMonth: 0,
      limit: 200_000,
      callsLast30Days: 0,
      callsLast24Hours: 0,
      errors: 0,
      errorRate: 0,
      latencyMs: null,
      latencyP95Ms: null,
    },
    model: null,
    teamMembers: 1,
    integrations: 0,
    createdAt: '2026-01-01T00:00:00.000Z',
    updatedAt: '2026-01-01T00:00:00.000Z',
    lastUsedAt: null,
    ...part,
  };
}
