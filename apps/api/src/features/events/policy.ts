import type { Permission } from '@rowcast/contracts';

export const policy = { follow: 'Read' } as const satisfies Record<string, Permission>;
