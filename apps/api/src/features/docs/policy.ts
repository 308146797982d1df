import type { Permission } from '@rowcast/contracts';

export const policy = { read: 'Read', generate: 'Test' } as const satisfies Record<string, Permission>;
