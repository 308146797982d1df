export interface Point {
  a: number;
  b: number;
  label: 0 | 1;
}

/** The same numbers for every visitor (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const clamp = (value: number) => Math.min(0.98, Math.max(0.02, value));

/** Two interleaved half circles with noise, scaled to 0 to 1. They are not linearly separable. */
export function drawPoints(count: number, noise: number, random: () => number): Point[] {
  const jitter = () => (random() + random() + random() - 1.5) * noise;
  return Array.from({ length: count }, (_, index) => {
    const label = (index % 2) as 0 | 1;
    const angle = random() * Math.PI;
    const a = label === 0 ? Math.cos(angle) : 1 - Math.cos(angle);
    const b = label === 0 ? Math.sin(angle) : 0.45 - Math.sin(angle);
    return { a: clamp((a + 1.25) / 3.5 + jitter()), b: clamp((b + 0.85) / 2.2 + jitter()), label };
  });
}
