import type { Permission } from '@rowcast/contracts';

export const policy = { test: 'Test' } as const satisfies Record<string, Permission>;
