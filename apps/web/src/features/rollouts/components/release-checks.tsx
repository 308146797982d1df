import type { Api } from '@rowcast/contracts/domain/apis/api';
import type { ReleaseCheck, ReleaseCheckResult } from '@rowcast/contracts/domain/apis/release-check';
import type { CheckReasonCode } from '@rowcast/contracts/domain/models/reason-sentences';
import { ListChecks, Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useDeniedReason } from '@/features/auth/index.ts';
import { useModel } from '@/features/models/index.ts';
import { asWritten, explained } from '@/shared/i18n/filled-sentence.ts';
import { formatNumber } from '@/shared/lib/format/format.ts';
import { Button } from '@/shared/ui/actions/button.tsx';
import { IconButton } from '@/shared/ui/actions/icon-button.tsx';
import { AlertDialog } from '@/shared/ui/dialogs/alert-dialog.tsx';
import { Badge } from '@/shared/ui/layout/badge.tsx';
import { Panel } from '@/shared/ui/layout/panel.tsx';
import { useReplaceChecks, useRunChecks } from '../release-checks.ts';
import { AddCheckDialog } from './add-check-dialog.tsx';

const noChecks: ReleaseCheck[] = [];

/** The checks that a model must pass before release, with the result of the deployed model. */
export function ReleaseChecks({ api }: { api: Api }) {
  const { t } = useTranslation('rollouts');
  const checks = api.settings.releaseChecks ?? noChecks;
  const keep = useReplaceChecks(api.id);
  const run = useRunChecks(api.id);
  const testDeniedReason = useDeniedReason('Test');
  const report = useModel(api.model?.id).data?.report;
  const resultOf = (check: ReleaseCheck) =>
    run.data?.find((outcome) => JSON.stringify(outcome.check) === JSON.stringify(check))?.result;
  return (
    <Panel
      title={t('checks.title')}
      description={t('checks.description')}
      flush={checks.length > 0}
      actions={
        <>
          <AddCheckDialog
            fields={report?.fields ?? []}
            labels={report?.labels ?? []}
            checks={checks}
            keep={keep}
          />
          <Button
            busy={run.isPending}
            disabled={checks.length === 0 || api.version === 'v0'}
            blocked={testDeniedReason}
            onClick={() => run.mutate()}
          >
            {!run.isPending && <ListChecks aria-hidden />}
            {t('checks.run')}
          </Button>
        </>
      }
    >
      {checks.length === 0 ? (
        <p className="text-soft">{t('checks.none')}</p>
      ) : (
        <ul className="divide-y" aria-live="polite">
          {checks.map((check) => (
            <CheckLine
              key={`${check.kind} ${check.field} ${check.label ?? ''}`}
              check={check}
              result={resultOf(check)}
              busy={keep.isPending}
              onRemove={() => keep.mutateAsync(checks.filter((other) => other !== check))}
            />
          ))}
        </ul>
      )}
    </Panel>
  );
}

interface CheckLineProps {
  check: ReleaseCheck;
  result: ReleaseCheckResult | undefined;
  busy: boolean;
  onRemove: () => Promise<unknown>;
}

function CheckLine({ check, result, busy, onRemove }: CheckLineProps) {
  const { t } = useTranslation('rollouts');
  const writeDeniedReason = useDeniedReason('Write');
  const { kind, field, most, label } = check;
  const sentence = t(`checks.says.${kind}`, { field, most: formatNumber(most) });
  return (
    <li className="flex items-start gap-3 px-4 py-2.5">
      <div className="min-w-0 flex-1">
        <p className="break-words">
          {sentence} {label && <span className="text-soft">{t('checks.ofClass', { label })}</span>}
        </p>
        {result && (
          <p className="mt-0.5 break-words text-soft text-sm">
            {explained(result.message, result.why, (code) =>
              t(`checkReason.${code as CheckReasonCode}`, asWritten),
            )}
          </p>
        )}
      </div>
      {result && (
        <Badge tone={result.holds ? 'green' : 'red'}>
          {t(result.holds ? 'checks.holds' : 'checks.fails')}
        </Badge>
      )}
      <AlertDialog
        title={t('checks.remove', { field })}
        description={`${sentence} ${t('checks.removeConfirm')}`}
        action={t('checks.removeAction')}
        danger
        onConfirm={onRemove}
        trigger={
          <IconButton
            label={t('checks.remove', { field })}
            size="sm"
            disabled={busy}
            blocked={writeDeniedReason}
          >
            <Trash2 aria-hidden />
          </IconButton>
        }
      />
    </li>
  );
}
