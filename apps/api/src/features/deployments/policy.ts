import type { Permission } from '@rowcast/contracts';

export const policy = {
  read: 'Read',
  deploy: 'Deploy',
  check: 'Test',
  rollback: 'Deploy',
} as const satisfies Record<string, Permission>;
