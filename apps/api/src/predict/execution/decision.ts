import {
  type CallDecision,
  type Choice,
  classesOf,
  type KeptDecision,
  misfitOf,
  ruleInUse,
} from '@rowcast/contracts';

/** Why a threshold or costs do not fit a model; null if they do or none are set. */
export function whyNotApplicable(kept: KeptDecision, choice: Choice): string | null {
  const misfit = misfitOf(kept, choice);
  if (!misfit) return null;
  const { threshold, costs } = ruleInUse(kept);
  const what = costs ? "The API's costs" : `The API's threshold ${threshold}`;
  switch (misfit.kind) {
    case 'numbers':
      return `${what} cannot be used: this model predicts a number, not a class.`;
    case 'unknownClass':
      return `${what} cannot be used: this model has no class "${misfit.name}".`;
    case 'notTwo':
      return `${what} cannot be used: it needs two classes, and this model has ${choice.labels.length}.`;
  }
}

/** Why a model ignores the API's threshold or costs; null if it applies them. */
export function whyNotApplied(kept: KeptDecision, choice: Choice): string | null {
  const why = whyNotApplicable(kept, choice);
  return why && `${why} They are not applied until a matching model is deployed.`;
}

/** Classes without costs; empty if the model ignores the costs. */
export function classesWithoutCost(kept: KeptDecision, choice: Choice): string[] {
  const { costs } = ruleInUse(kept);
  if (!costs || misfitOf(kept, choice)) return [];
  const named = new Set(classesOf(costs));
  return choice.labels.filter((label) => !named.has(label));
}

/** The class that the threshold applies to; null without one. */
export function thresholdClass(kept: KeptDecision, choice: Choice): string | null {
  const { threshold, costs } = ruleInUse(kept);
  if (costs || typeof threshold !== 'number' || misfitOf(kept, choice)) return null;
  return choice.labels[1] ?? null;
}

const inAddress = (costs: NonNullable<KeptDecision['costs']>): string =>
  `costs=${encodeURIComponent(JSON.stringify(costs))}`;

/** Half of the query length that the model server accepts, which leaves room for other options. */
const maxCharacters = 32_000;

/** Why costs cannot be sent with each call; null if they can or none are set. */
export function whyTooLong({ costs }: KeptDecision): string | null {
  const characters = costs ? inAddress(costs).length : 0;
  if (characters <= maxCharacters) return null;
  return `These costs take ${characters} characters in the URL of each call; at most ${maxCharacters} are allowed. Omit pairs with the default cost: 0 for a correct class, 1 for a wrong one.`;
}

/** The API's threshold or costs as query parameters; empty if none fit. */
export function defaultDecision(kept: KeptDecision, choice: Choice): string {
  if (whyNotApplied(kept, choice)) return '';
  const { threshold, costs } = ruleInUse(kept);
  if (costs) return inAddress(costs);
  return typeof threshold === 'number' ? `threshold=${threshold}` : '';
}

const decidingBy = (by: CallDecision['by'], kept: KeptDecision): CallDecision | null => {
  const { threshold, costs } = ruleInUse(kept);
  if (costs) return { by, threshold: null, costs };
  return typeof threshold === 'number' ? { by, threshold, costs: null } : null;
};

/** The decision rule of a call: its own options, or else those of the API. */
export function decisionOf(asked: KeptDecision, kept: KeptDecision): CallDecision | null {
  const byApi = decidingBy('api', kept);
  const isTaken = byApi && (byApi.costs ? asked.costs : asked.threshold) === null;
  return decidingBy('call', asked) ?? (isTaken ? null : byApi);
}

/** The query string with the API's decision rule, unless the call has its own. */
export function withDecision(query: string, kept: string): string {
  if (!kept || /[?&](threshold|costs)=/.test(query)) return query;
  return query ? `${query}&${kept}` : `?${kept}`;
}
