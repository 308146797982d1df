import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { classText } from '@/shared/lib/format/class-text.ts';
import { FieldFrame } from '@/shared/ui/forms/field.tsx';
import { NumberInput } from '@/shared/ui/forms/number-input.tsx';
import { Select } from '@/shared/ui/forms/select.tsx';
import type { Goal } from '../../what-if/counterfactual.ts';
import type { DecisionRule } from '../../what-if/decision.ts';

interface NearestGoalProps {
  decisionRule: DecisionRule;
  /** Null while a required number is missing or unreadable. */
  onChange: (goal: Goal | null) => void;
}

/** Selects the desired prediction: a class, any other class, or a number above or below a limit. */
export function CounterfactualGoal({ decisionRule, onChange }: NearestGoalProps) {
  return decisionRule.task === 'regression' ? (
    <NumberGoal onChange={onChange} />
  ) : (
    <ClassGoal labels={decisionRule.labels} onChange={onChange} />
  );
}

const any = 'any';
// Radix rejects an empty value, and a class may have any name.
const named = (label: string) => `=${label}`;

function ClassGoal({ labels, onChange }: { labels: readonly string[]; onChange: (goal: Goal) => void }) {
  const { t } = useTranslation('testing');
  const [chosen, setChosen] = useState(any);
  return (
    <FieldFrame label={t('nearest.wanted')}>
      {(ties) => (
        <Select
          {...ties}
          value={chosen}
          onChange={(choice) => {
            setChosen(choice);
            onChange(choice === any ? {} : { prediction: choice.slice(1) });
          }}
          options={[
            { value: any, label: t('nearest.any') },
            ...labels.map((label) => ({ value: named(label), label: classText(label) })),
          ]}
        />
      )}
    </FieldFrame>
  );
}

const sides = ['atLeast', 'atMost'] as const;
type Side = (typeof sides)[number];

function NumberGoal({ onChange }: { onChange: (goal: Goal | null) => void }) {
  const { t } = useTranslation('testing');
  const [side, setSide] = useState<Side>('atLeast');
  const [amount, setAmount] = useState<number | null>(null);
  const change = (nextSide: Side, next: number | null) => {
    setSide(nextSide);
    setAmount(next);
    if (next === null || Number.isNaN(next)) onChange(null);
    else onChange(nextSide === 'atLeast' ? { atLeast: next } : { atMost: next });
  };
  return (
    <FieldFrame
      label={t('nearest.wanted')}
      error={Number.isNaN(amount) ? 'Enter a number, such as 12.5' : undefined}
    >
      {(ties) => (
        <div className="grid grid-cols-2 gap-2">
          <Select
            aria-label={t('nearest.side')}
            value={side}
            onChange={(choice) => change(choice, amount)}
            options={sides.map((value) => ({ value, label: t(`nearest.${value}`) }))}
          />
          <NumberInput {...ties} step="any" value={amount} onChange={(next) => change(side, next)} />
        </div>
      )}
    </FieldFrame>
  );
}
