import type { Config } from '../config.ts';

/** Monthly calls of a plan; null for unlimited. */
const monthlyCalls: Record<Config['DEFAULT_PLAN'], number | null> = {
  unlimited: null,
  free: 1_000,
  pro: 200_000,
  team: 2_000_000,
  enterprise: null,
};

/** An unknown plan is a mistake of ours, for which no customer's program may stop. */
export const monthlyCallsOf = (plan: string): number | null =>
  plan in monthlyCalls ? monthlyCalls[plan as keyof typeof monthlyCalls] : null;
