/** For `like`: texts that begin with this one, in which wildcards mean themselves. */
export const startingWith = (text: string) => `${text.replace(/[\\%_]/g, '\\$&')}%`;

/** For `like`: texts in which this one stands somewhere. */
export const containing = (text: string) => `%${startingWith(text)}`;
