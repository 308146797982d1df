import { type CallDecision, type Choice, classesOf, type KeptDecision, misfitOf } from '@rowcast/contracts';

/** Why a model can't decide by a threshold or by costs; null where it can, or there are none. */
export function whyUnfit(kept: KeptDecision, choice: Choice): string | null {
  const misfit = misfitOf(kept, choice);
  if (!misfit) return null;
  const what = kept.costs ? "The API's costs" : `The API's threshold ${kept.threshold}`;
  switch (misfit.kind) {
    case 'numbers':
      return `${what} cannot be used: this model predicts a number, not a class.`;
    case 'unknownClass':
      return `${what} cannot be used: this model has no class "${misfit.name}".`;
    case 'notTwo':
      return `${what} cannot be used: it needs two classes, and this model has ${choice.labels.length}.`;
  }
}

/** Why a model answers without the threshold or the costs that its API keeps; null where it answers with them. */
export function whyLeftOut(kept: KeptDecision, choice: Choice): string | null {
  const why = whyUnfit(kept, choice);
  return why && `${why} They are not applied until a matching model is deployed.`;
}

/** The classes of which kept costs say nothing; none where the model answers without them. */
export function unnamedClasses(kept: KeptDecision, choice: Choice): string[] {
  if (!kept.costs || misfitOf(kept, choice)) return [];
  const named = new Set(classesOf(kept.costs));
  return choice.labels.filter((label) => !named.has(label));
}

/** The class from whose probability a kept threshold counts; null where none decides. */
export const thresholdClass = (kept: KeptDecision, choice: Choice): string | null =>
  kept.costs || typeof kept.threshold !== 'number' || misfitOf(kept, choice)
    ? null
    : (choice.labels[1] ?? null);

const inAddress = (costs: NonNullable<KeptDecision['costs']>): string =>
  `costs=${encodeURIComponent(JSON.stringify(costs))}`;

/** A model server reads an address of twice as many, which other options are part of, too. */
const maxCharacters = 32_000;

/** Why costs can't go with each call; null where they can, or there are none. */
export function whyTooLong({ costs }: KeptDecision): string | null {
  const characters = costs ? inAddress(costs).length : 0;
  if (characters <= maxCharacters) return null;
  return `These costs take ${characters} characters in the URL of each call; at most ${maxCharacters} are allowed. Omit pairs with the default cost: 0 for a correct class, 1 for a wrong one.`;
}

/** The API's own threshold or costs, as they would stand in a call's address; empty without any that fit. */
export function keptDecision(kept: KeptDecision, choice: Choice): string {
  if (whyLeftOut(kept, choice)) return '';
  if (kept.costs) return inAddress(kept.costs);
  return typeof kept.threshold === 'number' ? `threshold=${kept.threshold}` : '';
}

const decidingBy = (by: CallDecision['by'], { threshold, costs }: KeptDecision): CallDecision | null => {
  if (costs) return { by, threshold: null, costs };
  return typeof threshold === 'number' ? { by, threshold, costs: null } : null;
};

/** What chooses the class that a call is answered with: its own options, else what is kept, unless the call takes it away. */
export function decisionOf(asked: KeptDecision, kept: KeptDecision): CallDecision | null {
  const byApi = decidingBy('api', kept);
  const isTaken = byApi && (byApi.costs ? asked.costs : asked.threshold) === null;
  return decidingBy('call', asked) ?? (isTaken ? null : byApi);
}

/** The call's address with what the API decides in it, unless it decides itself. */
export function withDecision(query: string, kept: string): string {
  if (!kept || /[?&](threshold|costs)=/.test(query)) return query;
  return query ? `${query}&${kept}` : `?${kept}`;
}
