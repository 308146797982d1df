/** Something the person at the terminal can act on: what, where, what next. */
export class SetupFailure extends Error {}

export const exitCode = { usage: 2, setup: 3 };
