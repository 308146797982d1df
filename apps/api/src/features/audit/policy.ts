import type { Permission } from '@rowcast/contracts';

/** Owner and admins: who commands the team may see what everyone in it did, and from where. */
export const policy = { read: 'Manage Team' } as const satisfies Record<string, Permission>;
