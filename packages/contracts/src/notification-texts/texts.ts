import type { NotificationKind } from '../domain/people/notification.ts';
import type { Role } from '../domain/people/user.ts';

export interface NotificationTexts {
  kinds: Record<NotificationKind, string>;
  roles: Record<Role, string>;
  mail: Record<'many' | 'open' | 'settings', string>;
}
