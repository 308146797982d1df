/** Memory that the bodies of all concurrent calls may use. */
const maxBytes = 256 * 1024 * 1024;
/** A workspace may hold up to this multiple of the free memory, so a single one gets two thirds. */
const share = 2;

export interface BodyMemory {
  /** Returns false if there is not enough memory left. */
  take(workspaceId: string, bytes: number): boolean;
  giveBack(workspaceId: string, bytes: number): void;
}

export function createBodyMemory(): BodyMemory {
  const held = new Map<string, number>();
  let taken = 0;
  const add = (workspaceId: string, bytes: number) => {
    taken += bytes;
    const own = (held.get(workspaceId) ?? 0) + bytes;
    if (own > 0) held.set(workspaceId, own);
    else held.delete(workspaceId);
  };
  return {
    take(workspaceId, bytes) {
      const own = (held.get(workspaceId) ?? 0) + bytes;
      if (own > share * (maxBytes - taken - bytes)) return false;
      add(workspaceId, bytes);
      return true;
    },
    giveBack: (workspaceId, bytes) => add(workspaceId, -bytes),
  };
}
