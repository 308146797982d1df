import type { Permission } from '@rowcast/contracts';

export const policy = {
  read: 'Read',
  deploy: 'Deploy',
  rollback: 'Deploy',
  test: 'Test',
} as const satisfies Record<string, Permission>;
