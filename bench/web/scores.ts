import lighthouse, { desktopConfig, type Result } from 'lighthouse';

export const scoreNames = ['performance', 'accessibility', 'best-practices'] as const;
export type ScoreName = (typeof scoreNames)[number];

/** Lighthouse's own: a slow phone on slow 4G, and a desktop on cable; both throttled by simulation. */
export const presets = ['mobile', 'desktop'] as const;

type Scores = { median: Record<ScoreName, number>; findings: string[] };

/** The median score per category over several visits, and what cost points in the last one. */
export async function scores(
  url: string,
  port: number,
  preset: (typeof presets)[number],
  runs: number,
): Promise<Scores> {
  const results: Result[] = [];
  while (results.length < runs) {
    const flags = { port, onlyCategories: [...scoreNames], logLevel: 'error' as const };
    const ran = await lighthouse(url, flags, preset === 'desktop' ? desktopConfig : undefined);
    if (!ran) throw new Error(`Lighthouse did not visit ${url}.`);
    if (ran.lhr.runtimeError) throw new Error(ran.lhr.runtimeError.message);
    if (new URL(ran.lhr.finalDisplayedUrl).pathname !== new URL(url).pathname)
      throw new Error(`${url} led to ${ran.lhr.finalDisplayedUrl} instead.`);
    results.push(ran.lhr);
  }
  const scoreOf = (name: ScoreName) =>
    middle(results.map(({ categories }) => Math.round((categories[name]?.score ?? 0) * 100)));
  return {
    median: {
      performance: scoreOf('performance'),
      accessibility: scoreOf('accessibility'),
      'best-practices': scoreOf('best-practices'),
    },
    findings: findingsOf(results.at(-1)),
  };
}

function findingsOf(result: Result | undefined): string[] {
  if (!result) return [];
  return scoreNames.flatMap((name) =>
    (result.categories[name]?.auditRefs ?? [])
      .map(({ id, weight }) => ({ weight, audit: result.audits[id] }))
      .filter(({ weight, audit }) => weight > 0 && audit && audit.score !== null && audit.score < 0.9)
      .map(({ audit }) => `${audit?.title}${audit?.displayValue ? `: ${audit.displayValue}` : ''}`),
  );
}

const middle = (values: number[]) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
