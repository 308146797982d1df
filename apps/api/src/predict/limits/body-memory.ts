/** What bodies of all calls at once may take of the process's memory. */
const maxBytes = 256 * 1024 * 1024;
/** A workspace may take more while it has no more than so many times what is free: alone it gets two thirds. */
const share = 2;

export interface BodyRoom {
  /** False where there is no room. */
  take(workspaceId: string, bytes: number): boolean;
  giveBack(workspaceId: string, bytes: number): void;
}

export function bodyRoom(): BodyRoom {
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
