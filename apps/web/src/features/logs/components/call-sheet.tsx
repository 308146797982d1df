import type { loggedCallDetail } from '@rowcast/contracts/domain/apis/request-log';
import { RotateCw } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { useDeniedReason } from '@/features/auth/index.ts';
import { formatDateTime, formatInteger, formatMilliseconds } from '@/shared/lib/format/format.ts';
import { indented } from '@/shared/lib/format/indented-json.ts';
import { Button } from '@/shared/ui/actions/button.tsx';
import { Sheet } from '@/shared/ui/dialogs/sheet.tsx';
import { Badge } from '@/shared/ui/layout/badge.tsx';
import { CodeBlock } from '@/shared/ui/layout/code-block.tsx';
import { HttpStatus } from '@/shared/ui/layout/http-status.tsx';
import { ErrorState } from '@/shared/ui/states/error-state.tsx';
import { Skeleton } from '@/shared/ui/states/skeleton.tsx';
import { Facts } from '@/shared/ui/tables/facts.tsx';
import { useLoggedCall, useReplay } from '../api.ts';
import { rowsOf } from '../rows-of.ts';

type Call = z.output<typeof loggedCallDetail>;

interface CallSheetProps {
  apiId: string;
  /** Empty if no request is selected. */
  callId: string;
  onClose: () => void;
}

/** One request: its metrics, request and response, with an action to repeat it. */
export function CallSheet({ apiId, callId, onClose }: CallSheetProps) {
  const { t } = useTranslation('logs');
  const { data, error, refetch } = useLoggedCall(apiId, callId);
  return (
    <Sheet
      wide
      open={callId !== ''}
      onClose={onClose}
      title={t('call.title')}
      description={<code className="break-all font-mono text-sm">{callId}</code>}
    >
      {data ? (
        <CallDetail key={data.id} apiId={apiId} call={data} />
      ) : error ? (
        <ErrorState error={error} onRetry={refetch} />
      ) : (
        <Skeleton className="h-80" />
      )}
    </Sheet>
  );
}

function CallDetail({ apiId, call }: { apiId: string; call: Call }) {
  const { t } = useTranslation('logs');
  return (
    <div className="grid grid-cols-1 gap-5">
      <Facts
        items={[
          { label: t('column.at'), value: formatDateTime(call.at) },
          { label: t('column.status'), value: <HttpStatus status={call.status} /> },
          ...(call.code ? [{ label: t('call.code'), value: <code>{call.code}</code> }] : []),
          { label: t('column.key'), value: call.keyName ?? t('source.console') },
          {
            label: t('column.model'),
            value:
              call.modelVersion === null
                ? '–'
                : `v${call.modelVersion}${call.label === 'candidate' ? ` · ${t('label.candidate')}` : ''}`,
          },
          { label: t('column.rows'), value: rowsOf(call) },
          ...(call.failedRows
            ? [{ label: t('call.failedRows'), value: formatInteger(call.failedRows) }]
            : []),
          ...(call.warnings ? [{ label: t('call.warnings'), value: formatInteger(call.warnings) }] : []),
          { label: t('column.latency'), value: formatMilliseconds(call.latencyMs) },
          { label: t('call.requestId'), value: <code className="break-all">{call.requestId ?? '–'}</code> },
        ]}
      />
      {call.masked && <p className="text-soft text-sm">{t('call.masked')}</p>}
      {call.request === null ? (
        // Only a stream has no latency.
        <p className="text-soft">{t(call.latencyMs === null ? 'call.streamed' : 'call.notKept')}</p>
      ) : (
        <>
          <CodeBlock title={t('call.request')} code={indented(call.request)} />
          {call.response !== null && <CodeBlock title={t('call.response')} code={indented(call.response)} />}
        </>
      )}
      {call.replayable && <Replay apiId={apiId} callId={call.id} />}
      {!call.replayable && call.request !== null && <p className="text-soft">{t('call.inputNotKept')}</p>}
    </div>
  );
}

function Replay({ apiId, callId }: { apiId: string; callId: string }) {
  const { t } = useTranslation('logs');
  const replay = useReplay(apiId, callId);
  const testDeniedReason = useDeniedReason('Test');
  const { data } = replay;
  return (
    <section className="grid gap-3 border-t pt-4" aria-label={t('replay.title')}>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div>
          <h3 className="font-semibold">{t('replay.title')}</h3>
          <p className="text-soft text-sm">{t('replay.hint')}</p>
        </div>
        <Button busy={replay.isPending} blocked={testDeniedReason} onClick={() => replay.mutate()}>
          {!replay.isPending && <RotateCw aria-hidden />}
          {t('replay.action')}
        </Button>
      </div>
      <div role="status" className="grid gap-3">
        {data && (
          <>
            <p className="flex flex-wrap items-center gap-2">
              <HttpStatus status={data.now.status} />
              <Badge tone={data.same ? 'green' : 'yellow'}>
                {data.same ? t('replay.same') : t('replay.other')}
              </Badge>
              <span className="text-soft">{formatMilliseconds(data.now.latencyMs)}</span>
            </p>
            <CodeBlock title={t('replay.now')} code={JSON.stringify(data.now.body, null, 2)} />
          </>
        )}
      </div>
    </section>
  );
}
