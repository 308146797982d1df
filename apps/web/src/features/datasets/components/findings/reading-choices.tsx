import type { CleanStep } from '@rowcast/contracts/domain/datasets/cleaning-recipe';
import type { Dataset, DatasetDetail } from '@rowcast/contracts/domain/datasets/dataset';
import type { LintFinding } from '@rowcast/contracts/domain/datasets/finding';
import { stepKey } from '@rowcast/contracts/domain/datasets/suggested-steps';
import { type Ref, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@/shared/ui/actions/button.tsx';
import { useCreateVersion } from '../../cleaning/make-version.ts';
import { findingText } from '../../findings/finding-text.ts';
import { ChoiceButtons } from './choice-buttons.tsx';

interface ReadingChoicesProps {
  dataset: DatasetDetail;
  target: string;
  /** Findings about columns with equally likely readings. */
  findings: readonly LintFinding[];
  /** Whether a training was refused because a reading is missing. */
  missing: boolean;
  onExclude: (column: string) => void;
  /** Called when a version with the chosen readings is being created. */
  onVersion: (version: Dataset) => void;
  ref: Ref<HTMLElement>;
}

/** Asks how to read columns, and creates a version once each has an answer. */
export function ReadingChoices(props: ReadingChoicesProps) {
  const { dataset, target, findings, missing, onExclude, onVersion, ref } = props;
  const { t } = useTranslation('datasets');
  const { busy, addSteps } = useCreateVersion(dataset, onVersion);
  const [chosen, setChosen] = useState<ReadonlyMap<string, CleanStep>>(new Map());
  const titleId = useId();
  const columns = findings.map(({ column }) => column ?? '');

  const decide = (steps: ReadonlyMap<string, CleanStep>, among: readonly string[]) => {
    setChosen(steps);
    const answers = among.flatMap((column) => steps.get(column) ?? []);
    if (answers.length > 0 && answers.length === among.length) void addSteps(...answers);
  };

  return (
    <section ref={ref} aria-labelledby={titleId} className="-mt-2 grid gap-1.5 text-sm">
      <h3 id={titleId} className="font-medium">
        {t('readings.title', { count: findings.length })}
      </h3>
      {missing && (
        <p role="alert" className="text-red">
          {t('readings.missing')}
        </p>
      )}
      <ul className="divide-y rounded-md border">
        {findings.map((finding) => {
          const column = finding.column ?? '';
          const step = chosen.get(column);
          return (
            <li key={`${finding.code}-${column}`} className="grid gap-2 px-3 py-2.5">
              <p className="min-w-0 [overflow-wrap:anywhere]">
                <code className="font-medium font-mono">{column}</code>
                <span className="block text-soft">{findingText(t, finding)}</span>
              </p>
              <div className="flex flex-wrap gap-1.5">
                <ChoiceButtons
                  finding={finding}
                  chosen={new Set(step ? [stepKey(step)] : [])}
                  busy={busy}
                  onChoose={(picked) => decide(new Map(chosen).set(column, picked), columns)}
                />
                {column !== target && (
                  <Button
                    size="sm"
                    disabled={busy}
                    title={t('trainWithout.hint')}
                    onClick={() => {
                      onExclude(column);
                      decide(
                        chosen,
                        columns.filter((other) => other !== column),
                      );
                    }}
                  >
                    {t('trainWithout.action')} <span className="sr-only">{column}</span>
                  </Button>
                )}
              </div>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
