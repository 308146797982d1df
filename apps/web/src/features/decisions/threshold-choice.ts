import { type Api, defaultCurrency } from '@rowcast/contracts/domain/apis/api';
import {
  cheapestRow,
  type ErrorCosts,
  errorCosts,
  nearestRow,
  type ThresholdRow,
} from '@rowcast/contracts/domain/models/decision-figures';
import type { Report } from '@rowcast/contracts/domain/models/report';
import { type KeptDecision, misfitOf, ruleInUse } from '@rowcast/contracts/domain/predictions/decision';
import { useState } from 'react';

type Thresholds = NonNullable<NonNullable<Report['classification']>['thresholds']>;

/** The amounts as typed: null if empty, NaN if unreadable. */
export type TypedCosts = { [name in keyof ErrorCosts]: number | null };

const empty: TypedCosts = { missed: null, falseAlarm: null, found: null };

const isAmount = (value: number | null) => value === null || value >= 0;

/** The costs if they determine a threshold: a false alarm has a cost, and a flag that is correct has a benefit. */
export function completeCosts({ missed, falseAlarm, found }: TypedCosts): ErrorCosts | null {
  if (![missed, falseAlarm, found].every(isAmount)) return null;
  const costs = { missed: missed ?? 0, falseAlarm: falseAlarm ?? 0, found: found ?? 0 };
  return costs.falseAlarm > 0 && costs.missed + costs.found > 0 ? costs : null;
}

export interface ThresholdChoice {
  /** The row of the report at the chosen threshold. */
  row: ThresholdRow;
  threshold: number;
  choose: (threshold: number) => void;
  recommended: number;
  costs: ErrorCosts | null;
  typed: TypedCosts;
  setTyped: (costs: TypedCosts) => void;
  currency: string;
  setCurrency: (currency: string) => void;
  /** Whether the API decides in this way. */
  isSaved: boolean;
}

/** The threshold and costs on the screen. They start from the settings of the API, if these fit the model. */
export function useThresholdChoice(
  report: Pick<Report, 'task' | 'labels'>,
  thresholds: Thresholds,
  api: Api | undefined,
): ThresholdChoice | null {
  const [moved, choose] = useState<number | null>(null);
  const [edited, setEdited] = useState<TypedCosts>();
  const [picked, setCurrency] = useState<string>();
  const kept: KeptDecision = api && misfitOf(api.settings, report) === null ? api.settings : {};
  const keptCosts = errorCosts(kept.costs, report.labels);
  const typed = edited ?? keptCosts ?? empty;
  const costs = completeCosts(typed);
  const recommended = (costs && cheapestRow(thresholds.rows, costs)?.threshold) ?? thresholds.threshold;
  const inUse = ruleInUse(kept);
  const keptThreshold = typeof inUse.threshold === 'number' && !inUse.costs ? inUse.threshold : null;
  const threshold = moved ?? (edited || inUse.costs ? recommended : (keptThreshold ?? recommended));
  const row = nearestRow(thresholds.rows, threshold);
  if (!row) return null;
  const currency = picked ?? api?.settings.currency ?? defaultCurrency;
  return {
    ...{ row, threshold, choose, recommended, costs, typed, currency, setCurrency },
    setTyped: (next) => {
      setEdited(next);
      choose(null);
    },
    isSaved:
      threshold === (keptThreshold ?? (inUse.costs ? null : thresholds.threshold)) &&
      sameCosts(costs, keptCosts) &&
      currency === (api?.settings.currency ?? defaultCurrency),
  };
}

const sameCosts = (one: ErrorCosts | null, other: ErrorCosts | null): boolean =>
  one === null || other === null
    ? one === other
    : one.missed === other.missed && one.falseAlarm === other.falseAlarm && one.found === other.found;
