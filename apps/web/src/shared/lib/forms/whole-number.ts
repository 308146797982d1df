import { z } from 'zod';

/** A positive integer field with one message for every error. */
export const wholeNumber = (most: number) => {
  const message = `Enter a whole number from 1 to ${most}`;
  return z.number(message).int(message).min(1, message).max(most, message);
};
