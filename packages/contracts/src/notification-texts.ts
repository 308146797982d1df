import type { Notification } from './domain/people/notification.ts';
import type { Preferences } from './domain/people/settings.ts';
import type { Role } from './domain/people/user.ts';
import { de } from './notification-texts/de.ts';
import { en } from './notification-texts/en.ts';
import { es } from './notification-texts/es.ts';
import { fr } from './notification-texts/fr.ts';
import type { NotificationTexts } from './notification-texts/texts.ts';

type Params = Notification['params'];

export const notificationTexts: Record<Preferences['language'], NotificationTexts> = { en, es, fr, de };

export const fillText = (text: string, params: Params): string =>
  text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(params[name] ?? '–'));

/** The text of a notification, as used in the console, in emails and in push messages. */
export function notificationText(
  language: string,
  { kind, params }: Pick<Notification, 'kind' | 'params'>,
): string {
  const { kinds, roles } = notificationTexts[language as keyof typeof notificationTexts] ?? en;
  const role = roles[params.role as Role] ?? params.role;
  return fillText(kinds[kind], role === undefined ? params : { ...params, role });
}
