export const exitCode = {
  done: 0,
  failed: 1,
  usage: 2,
  alreadyRunning: 4,
  notReady: 5,
  interrupted: 130,
} as const;

/** The person called the program wrongly. */
export class UsageError extends Error {}
