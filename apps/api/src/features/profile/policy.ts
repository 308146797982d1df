import type { Access } from '../../platform/security/permissions.ts';

/** A profile belongs to its user. A picture is public under an unguessable address. */
export const policy = {
  own: 'self',
  picture: 'public',
} as const satisfies Record<string, Access>;
