import type { Permission } from '@rowcast/contracts';

export const policy = { read: 'Read' } as const satisfies Record<string, Permission>;
