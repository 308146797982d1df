import type { testCase, testCaseResult } from '@rowcast/contracts/http/apis/testing';
import { ListChecks, Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { useDeniedReason } from '@/features/auth/index.ts';
import { asWritten, explained } from '@/shared/i18n/filled-sentence.ts';
import { formatMilliseconds } from '@/shared/lib/format/format.ts';
import { notify } from '@/shared/lib/notify/notify.ts';
import { Button } from '@/shared/ui/actions/button.tsx';
import { IconButton } from '@/shared/ui/actions/icon-button.tsx';
import { AlertDialog } from '@/shared/ui/dialogs/alert-dialog.tsx';
import { Badge } from '@/shared/ui/layout/badge.tsx';
import { Panel } from '@/shared/ui/layout/panel.tsx';
import { ErrorState } from '@/shared/ui/states/error-state.tsx';
import { useRemoveCase, useRunCases, useTestCases } from '../cases.ts';
import { SaveCaseDialog } from './save-case-dialog.tsx';

type Case = z.output<typeof testCase>;
type Result = z.output<typeof testCaseResult>;

interface SavedCasesProps {
  apiId: string;
  /** The request in the editor, and its predictions. */
  text: string;
  predictions: unknown[] | null;
  canSave: boolean;
  onChoose: (request: string) => void;
}

/** Saved requests to re-run after every deployment. */
export function SavedCases({ apiId, text, predictions, canSave, onChoose }: SavedCasesProps) {
  const { t } = useTranslation('testing');
  const { data: cases, error, refetch } = useTestCases(apiId);
  const run = useRunCases(apiId);
  const testDeniedReason = useDeniedReason('Test');
  const results = new Map(run.data?.data.map((result) => [result.caseId, result]));
  return (
    <Panel
      title={t('cases.title')}
      description={t('cases.description')}
      flush={cases !== undefined && cases.length > 0}
      actions={
        <>
          <SaveCaseDialog apiId={apiId} text={text} predictions={predictions} disabled={!canSave} />
          <Button
            busy={run.isPending}
            disabled={!cases?.length}
            blocked={testDeniedReason}
            onClick={() => run.mutate()}
          >
            {!run.isPending && <ListChecks aria-hidden />}
            {t('cases.runAll')}
          </Button>
        </>
      }
    >
      {error && !cases ? (
        <ErrorState error={error} onRetry={refetch} />
      ) : cases?.length === 0 ? (
        <p className="text-soft">{t('cases.none')}</p>
      ) : (
        <>
          <p role="status" className="px-4 py-2 text-soft text-sm empty:hidden">
            {run.data && t('cases.outcome', { passed: run.data.passed, all: run.data.data.length })}
          </p>
          <ul className="divide-y">
            {cases?.map((each) => (
              <CaseLine
                key={each.id}
                apiId={apiId}
                saved={each}
                result={results.get(each.id)}
                onChoose={onChoose}
              />
            ))}
          </ul>
        </>
      )}
    </Panel>
  );
}

interface CaseLineProps {
  apiId: string;
  saved: Case;
  result: Result | undefined;
  onChoose: (request: string) => void;
}

function CaseLine({ apiId, saved, result, onChoose }: CaseLineProps) {
  const { t } = useTranslation('testing');
  const remove = useRemoveCase(apiId);
  const testDeniedReason = useDeniedReason('Test');
  return (
    <li className="flex items-center gap-3 px-4 py-2 text-sm">
      {result && (
        <Badge tone={result.passed ? 'green' : 'red'}>
          {t(result.passed ? 'cases.passed' : 'cases.failed')}
        </Badge>
      )}
      <button
        type="button"
        className="min-w-0 flex-1 rounded-sm text-left hover:underline"
        onClick={() => onChoose(JSON.stringify(saved.request, null, 2))}
      >
        <span className="block truncate font-medium">{saved.name}</span>
        {result?.problem && (
          <span className="block text-red">
            {explained(result.problem, result.why, (code) => t(`cases.why.${code as 'ROW'}`, asWritten))}
          </span>
        )}
      </button>
      {result && <span className="text-soft">{formatMilliseconds(result.call.latencyMs)}</span>}
      <AlertDialog
        title={t('cases.removeAction')}
        description={t('cases.removeConfirm', { name: saved.name })}
        action={t('cases.removeAction')}
        danger
        onConfirm={async () => {
          await remove.mutateAsync(saved.id);
          notify.success(t('cases.removed', { name: saved.name }));
        }}
        trigger={
          <IconButton label={t('cases.remove', { name: saved.name })} blocked={testDeniedReason}>
            <Trash2 aria-hidden />
          </IconButton>
        }
      />
    </li>
  );
}
