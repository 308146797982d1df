import type { Reason } from '@rowcast/contracts';
import { type RolloutReasonCode, rolloutReasons } from '@rowcast/contracts/domain/models/reason-sentences';

/** Why a rollout ended: the English sentence, and its code for translation. */
export interface RolloutReason {
  reason: string;
  why: Reason;
}

type Params = NonNullable<Reason['params']>;

export const rolloutReason = (code: RolloutReasonCode, params: Params = {}): RolloutReason => ({
  reason: rolloutReasons[code].replaceAll(/\{(\w+)\}/g, (_, name: string) => inWords(name, params[name])),
  why: { code, params },
});

const inWords = (name: string, value: string | number | undefined): string =>
  typeof value === 'number' && /share$/i.test(name)
    ? `${(value * 100).toFixed(1).replace(/\.0$/, '')}%`
    : String(value);
