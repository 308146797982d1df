import type { Permission } from '@rowcast/contracts';

export const policy = { read: 'Read', upload: 'Write' } as const satisfies Record<string, Permission>;
