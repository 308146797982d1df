import type { Preferences } from '@rowcast/contracts';
import { and, asc, eq, isNotNull, isNull, lt, sql } from 'drizzle-orm';
import { memberships, users, workspaces } from '../../db/schema/accounts.ts';
import { formerSlugs, userSettings } from '../../db/schema/settings.ts';
import type { Executor } from '../../platform/db/database.ts';

export type UserRow = typeof users.$inferSelect;

export const accountRepository = (db: Executor) => ({
  /** Inserts, or overwrites who never verified; a verified account stays as it is. */
  async register(
    person: Pick<UserRow, 'id' | 'firstName' | 'lastName' | 'email' | 'phoneNumber' | 'createdAt'>,
    preferences: Partial<Preferences>,
  ) {
    const { firstName, lastName, phoneNumber, email, createdAt } = person;
    await db
      .insert(users)
      // A username is given at verification, so that unfinished sign-ups hold none back.
      .values({ ...person, username: person.id })
      .onConflictDoUpdate({
        target: users.email,
        set: { firstName, lastName, phoneNumber },
        setWhere: isNull(users.verifiedAt),
      });
    // Asked for an account as well, so that how long the answer takes does not tell of it.
    await db.execute(sql`insert into ${userSettings} (user_id, preferences, updated_at)
      select id, ${JSON.stringify(preferences)}::jsonb, ${createdAt.toISOString()}::timestamptz
      from ${users} where email = ${email} and verified_at is null
      on conflict (user_id) do update set preferences = excluded.preferences, updated_at = excluded.updated_at`);
  },

  /** Sign-ups that nobody finished. */
  async forgetUnverified(days: number): Promise<void> {
    await db
      .delete(users)
      .where(and(isNull(users.verifiedAt), lt(users.createdAt, sql`now() - make_interval(days => ${days})`)));
  },

  async findByEmail(email: string): Promise<UserRow | undefined> {
    const [row] = await db.select().from(users).where(eq(users.email, email));
    return row;
  },

  /** Held until the transaction ends. */
  async lockByEmail(email: string): Promise<UserRow | undefined> {
    const [row] = await db.select().from(users).where(eq(users.email, email)).for('no key update');
    return row;
  },

  /** What deciding about a login by password needs. */
  async findForPassword(email: string) {
    const [row] = await db
      .select({
        id: users.id,
        mfaEnabled: users.mfaEnabled,
        passwordHash: users.passwordHash,
        asksForCode: sql<boolean>`coalesce((${userSettings.security}->>'twoFactorEnabled')::boolean, true)`,
      })
      .from(users)
      .leftJoin(userSettings, eq(userSettings.userId, users.id))
      .where(and(eq(users.email, email), isNotNull(users.verifiedAt)));
    return row;
  },

  async findById(id: string): Promise<UserRow | undefined> {
    const [row] = await db.select().from(users).where(eq(users.id, id));
    return row;
  },

  async workspaceIds(userId: string): Promise<string[]> {
    const rows = await db
      .select({ id: memberships.workspaceId })
      .from(memberships)
      .where(eq(memberships.userId, userId));
    return rows.map(({ id }) => id);
  },

  verify: (userId: string, username: string, verifiedAt: Date) =>
    db.update(users).set({ username, verifiedAt }).where(eq(users.id, userId)),

  recordLogin: (userId: string) =>
    db.update(users).set({ lastLoginAt: sql`now()` }).where(eq(users.id, userId)),

  async profile(userId: string) {
    const [found] = await db
      .select({ user: users, preferences: userSettings.preferences })
      .from(users)
      .leftJoin(userSettings, eq(userSettings.userId, users.id))
      .where(eq(users.id, userId));
    const member = await db
      .select({
        id: workspaces.id,
        slug: workspaces.slug,
        name: workspaces.name,
        role: memberships.role,
        plan: workspaces.plan,
        formerSlugs: sql<
          string[]
        >`array(select f.slug from ${formerSlugs} f where f.workspace_id = ${workspaces.id})`,
      })
      .from(memberships)
      .innerJoin(workspaces, eq(workspaces.id, memberships.workspaceId))
      .where(eq(memberships.userId, userId))
      .orderBy(sql`${memberships.role} = 'owner' desc`, asc(memberships.createdAt));
    return found && { ...found, workspaces: member };
  },
});

export type Profile = NonNullable<Awaited<ReturnType<ReturnType<typeof accountRepository>['profile']>>>;
