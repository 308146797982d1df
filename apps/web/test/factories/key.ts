import type { ApiKey } from '@rowcast/contracts/domain/apis/key';
import { hexId } from './api.ts';

export function aKey(part: Partial<ApiKey> = {}): ApiKey {
  return {
    id: hexId('key'),
    apiId: hexId('api'),
    name: 'Billing',
    prefix: 'rc_live_abcd',
    scopes: ['predict'],
    limit: null,
    createdAt: '2026-01-01T00:00:00.000Z',
    expiresAt: null,
    lastUsedAt: null,
    revokedAt: null,
    replacedBy: null,
    owner: { id: `usr_${'0'.repeat(32)}`, name: 'Asha Rao', isMember: true },
    ...part,
  };
}
