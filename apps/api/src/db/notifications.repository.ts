import {
  allows,
  defaultNotificationSettings,
  type NotificationKind,
  type NotificationSettings,
  notificationKinds,
  notificationSettings,
  roles,
} from '@rowcast/contracts';
import { and, eq, inArray, ne, type SQL, sql } from 'drizzle-orm';
import type { Executor } from '../platform/db/database.ts';
import type { Audience, Member, Notice } from '../platform/events/notice.ts';
import { newId } from '../platform/ids.ts';
import { isActiveSession } from './active-session.ts';
import { memberships, sessions, users } from './schema/accounts.ts';
import { notifications, pushSubscriptions } from './schema/evidence.ts';
import { userSettings } from './schema/settings.ts';

interface Recipient {
  userId: string;
  settings: NotificationSettings;
  timezone: string;
}

/** Users whose open pages are notified, and their workspace. */
export interface Listener {
  workspaceId: string;
  userId: string;
}

export interface Delivered {
  listeners: Listener[];
  /** Notifications that a browser is to be sent, with the workspace that they are about. */
  pushes: { id: string; workspaceId: string | null }[];
}

/** Digests come at this hour of the person's day, weekly ones on Mondays. */
const digestHour = 8;

const chosenBy = (chosen: object | null): NotificationSettings =>
  notificationSettings.parse({ ...defaultNotificationSettings, ...chosen });

async function membersOf(db: Executor, to: Audience | Member): Promise<string[]> {
  const chosen =
    'userId' in to
      ? eq(memberships.userId, to.userId)
      : and(
          inArray(
            memberships.role,
            roles.filter((role) => allows(role, to.permission)),
          ),
          ne(memberships.userId, to.except ?? ''),
        );
  const rows = await db
    .select({ userId: memberships.userId })
    .from(memberships)
    .where(and(eq(memberships.workspaceId, to.workspaceId), chosen));
  return rows.map(({ userId }) => userId);
}

async function recipients(db: Executor, ids: readonly string[]): Promise<Recipient[]> {
  const rows = await db
    .select({
      userId: users.id,
      chosen: userSettings.notifications,
      timezone: sql<string | null>`${userSettings.preferences} ->> 'timezone'`,
    })
    .from(users)
    .leftJoin(userSettings, eq(userSettings.userId, users.id))
    .where(inArray(users.id, [...ids]));
  return rows.map(({ userId, chosen, timezone }) => ({
    userId,
    settings: chosenBy(chosen),
    timezone: timezone ?? 'UTC',
  }));
}

/** The end of the hour, day or week that a moment is in, where the person lives. */
function endOf(unit: 'hour' | 'day' | 'week', now: Date, timezone: string): SQL<Date> {
  const start = sql`make_interval(hours => ${unit === 'hour' ? 0 : digestHour})`;
  const local = sql`(${now.toISOString()}::timestamptz at time zone ${timezone})`;
  return sql`((date_trunc(${unit}, ${local} - ${start}) + ${`1 ${unit}`}::interval + ${start}) at time zone ${timezone})`;
}

function mailDueAt(
  kind: NotificationKind,
  { settings, timezone }: Recipient,
  now: Date,
): SQL<Date> | Date | null {
  if (!settings.emailNotifications || !settings[notificationKinds[kind]]) return null;
  // Who learns a day later that somebody else signed in learns too late.
  if (notificationKinds[kind] === 'securityAlerts') return now;
  const units = { hourly: 'hour', daily: 'day', weekly: 'week' } as const;
  const { digestFrequency } = settings;
  return digestFrequency === 'real-time' ? now : endOf(units[digestFrequency], now, timezone);
}

const isInWorkspace = (to: Notice['to']): to is Audience | Member => 'workspaceId' in to;

/** Security is shown even to those who want no word of it; the rest is not made for who switched it off. */
const wants = (kind: NotificationKind, { settings }: Recipient) =>
  notificationKinds[kind] === 'securityAlerts' || settings[notificationKinds[kind]];

/** The places where these people may have a page open. */
export const listenersOf = (db: Executor, userIds: string[]): Promise<Listener[]> =>
  db
    .select({ workspaceId: memberships.workspaceId, userId: memberships.userId })
    .from(memberships)
    .where(inArray(memberships.userId, userIds));

/** Whether a browser of theirs is to be sent it, where this server can. */
async function pushable(db: Executor, kind: NotificationKind, people: Recipient[]): Promise<Set<string>> {
  const ids = people
    .filter(({ settings }) => settings.pushNotifications && settings[notificationKinds[kind]])
    .map(({ userId }) => userId);
  if (ids.length === 0) return new Set();
  const rows = await db
    .selectDistinct({ userId: pushSubscriptions.userId })
    .from(pushSubscriptions)
    .innerJoin(sessions, and(eq(sessions.id, pushSubscriptions.sessionId), isActiveSession))
    .where(inArray(pushSubscriptions.userId, ids));
  return new Set(rows.map(({ userId }) => userId));
}

const nobody: Delivered = { listeners: [], pushes: [] };

async function insertNotice(db: Executor, { to, kind, params, path }: Notice, now: Date): Promise<Delivered> {
  const ids = isInWorkspace(to) ? await membersOf(db, to) : to;
  const people = (ids.length > 0 ? await recipients(db, ids) : []).filter((person) => wants(kind, person));
  if (people.length === 0) return nobody;
  const workspaceId = isInWorkspace(to) ? to.workspaceId : null;
  const made = people.map((person) => ({
    ...{ id: newId('notification'), userId: person.userId, workspaceId, kind, params, path },
    ...{ createdAt: now, mailDueAt: mailDueAt(kind, person, now) },
  }));
  await db.insert(notifications).values(made);
  const browsers = await pushable(db, kind, people);
  return {
    listeners: await listenersOf(
      db,
      people.map(({ userId }) => userId),
    ),
    pushes: made.filter(({ userId }) => browsers.has(userId)).map(({ id }) => ({ id, workspaceId })),
  };
}

export async function insertNotices(db: Executor, notices: readonly Notice[], now: Date): Promise<Delivered> {
  const delivered: Delivered = { listeners: [], pushes: [] };
  for (const notice of notices) {
    const { listeners, pushes } = await insertNotice(db, notice, now);
    delivered.listeners.push(...listeners);
    delivered.pushes.push(...pushes);
  }
  return delivered;
}
