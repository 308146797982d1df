export const hourMs = 3_600_000;
export const dayMs = 24 * hourMs;
export const daySeconds = dayMs / 1000;
