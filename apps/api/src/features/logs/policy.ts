import type { Permission } from '@rowcast/contracts';

export const policy = { read: 'Read', replay: 'Test' } as const satisfies Record<string, Permission>;
