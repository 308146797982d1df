import { z } from 'zod';

/** A field for a count from 1 on, whatever way it is wrong said in one sentence. */
export const wholeNumber = (most: number) => {
  const message = `Enter a whole number from 1 to ${most}`;
  return z.number(message).int(message).min(1, message).max(most, message);
};
