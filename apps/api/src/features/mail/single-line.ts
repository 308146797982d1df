/** Names and texts are people's own words: in a mail they are kept to a line, so that none can pose as the rest of it. */
export const line = (text: string, longest = 500): string =>
  text
    .replace(/[\s\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim()
    .slice(0, longest);
