import type { Access } from '../../platform/security/permissions.ts';

/** A person's record is their own; a picture is shown to whoever was told its unguessable address. */
export const policy = {
  own: 'self',
  picture: 'public',
} as const satisfies Record<string, Access>;
