/** Values that an administrator may see: names, states and settings, never secrets. */
export type SafeFields = Record<string, unknown>;

export interface AuditEntry {
  /** What was done, as `thing.done`. */
  action: `${string}.${string}`;
  targetType: string;
  targetId: string;
  before?: SafeFields;
  after?: SafeFields;
  /** Defaults to the caller; null if the product itself acted. */
  actorId?: string | null;
  /** The caller's, unless it says otherwise; for somebody who just signed in, their own. */
  workspaceId?: string;
}

/** The named fields as they were and as they are, without those that stayed. */
export function changeOf<T extends object, K extends keyof T & string>(
  before: T,
  changes: { [Field in K]?: unknown },
  fields: readonly K[],
): { before: SafeFields; after: SafeFields } {
  const changed = fields.filter(
    (field) =>
      changes[field] !== undefined && JSON.stringify(changes[field]) !== JSON.stringify(before[field]),
  );
  return {
    before: Object.fromEntries(changed.map((field) => [field, before[field]])),
    after: Object.fromEntries(changed.map((field) => [field, changes[field]])),
  };
}
