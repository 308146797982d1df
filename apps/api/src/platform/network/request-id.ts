import { newId } from '../ids.ts';

const givenId = /^[A-Za-z0-9_-]{8,64}$/;

/** The caller's X-Request-Id where it is well formed, else a new one. */
export const requestIdOf = (given: string | undefined): string =>
  given && givenId.test(given) ? given : newId('request');
