import { rowFileEndings, rowFileType } from '@rowcast/contracts/domain/predictions/row-file';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useDeniedReason } from '@/features/auth/index.ts';
import { FileDrop, UploadProgress } from '@/features/datasets/index.ts';
import { describeError } from '@/shared/i18n/error-message.ts';
import { formatBytes, formatInteger } from '@/shared/lib/format/format.ts';
import { saveFile } from '@/shared/lib/http/download.ts';
import { RequestError } from '@/shared/lib/http/request-error.ts';
import { usePaths } from '@/shared/lib/navigation/paths.ts';
import { notify, notifyFailure } from '@/shared/lib/notify/notify.ts';
import { Button } from '@/shared/ui/actions/button.tsx';
import { Panel } from '@/shared/ui/layout/panel.tsx';
import { Progress } from '@/shared/ui/states/progress.tsx';
import { type FileRun, isRunning, predictFile, useFileRuns } from '../file-runs.ts';

function problemOf({ name, size }: File): 'kind' | 'empty' | null {
  if (rowFileType(name) === null) return 'kind';
  return size === 0 ? 'empty' : null;
}

/** Predicts all rows of a file and saves the predictions as a file. */
export function FilePanel({ apiId }: { apiId: string }) {
  const { t } = useTranslation('testing');
  const testDeniedReason = useDeniedReason('Test');
  const run = useFileRuns(({ runs }) => runs[apiId]);
  const [file, setFile] = useState<File | null>(null);
  const problem = file && problemOf(file);
  const runs = isRunning(run);
  const start = async (chosen: File) => {
    await predictFile(apiId, chosen);
    const { error, answer } = useFileRuns.getState().runs[apiId] ?? {};
    if (error !== undefined) notifyFailure(error, t('file.failed'));
    if (!answer) return;
    const { counted, name } = answer;
    if (!counted || counted.status === 200) notify.success(t('file.saved', { name }));
    else notify.warning(t('file.broken', { count: counted.rows, rows: formatInteger(counted.rows) }));
  };
  return (
    <Panel title={t('file.title')} description={t('file.description')}>
      <div className="grid gap-4">
        <FileDrop
          file={file}
          onFile={setFile}
          error={file && problem ? t(`file.${problem}`, { name: file.name }) : undefined}
          accept={rowFileEndings.join()}
          accepted={t('file.accepted')}
        />
        <div className="flex gap-2">
          <Button
            variant="primary"
            busy={runs}
            disabled={!file || problem !== null}
            blocked={testDeniedReason}
            onClick={() => file && void start(file)}
          >
            {t('file.predict')}
          </Button>
          {run && runs && <Button onClick={run.cancel}>{t('file.cancel')}</Button>}
        </div>
        {run && runs && <RunProgress run={run} />}
        {run?.error !== undefined && <Failed error={run.error} />}
        {run?.answer && <Saved apiId={apiId} answer={run.answer} />}
      </div>
    </Panel>
  );
}

/** Upload progress, followed by download progress of unknown length. */
function RunProgress({ run }: { run: FileRun }) {
  const { t } = useTranslation('testing');
  const answering = run.sentBytes < run.totalBytes ? null : t('file.answering', { name: run.name });
  return (
    <div className="grid gap-1.5">
      {answering ? <Progress label={answering} value={null} /> : <UploadProgress upload={run} />}
      {/* Mounted while empty, so that screen readers announce its first message. */}
      <p role="status" className="text-soft text-sm empty:hidden">
        {answering}
      </p>
      <p className="text-soft text-sm">
        {run.receivedBytes > 0 && `${t('file.received', { size: formatBytes(run.receivedBytes) })} `}
        {t('file.keepOpen')}
      </p>
    </div>
  );
}

/** For these codes, the model server's message describes the file. The standard message describes other bodies. */
const ofFile = ['INSTANCES_INVALID', 'ROW_INVALID', 'BODY_NOT_JSON', 'BODY_TOO_LARGE'];

function Failed({ error }: { error: unknown }) {
  const { t } = useTranslation('testing');
  const failed = t('file.failed');
  const isFileError = error instanceof RequestError && ofFile.includes(error.code);
  const { message, description } = isFileError
    ? { message: error.message, description: undefined }
    : describeError(error, failed);
  return (
    <div role="alert" className="text-sm">
      <p className="font-medium text-red">{failed}</p>
      {message !== failed && <p>{message}</p>}
      {description && <p className="text-soft">{description}</p>}
    </div>
  );
}

interface SavedProps {
  apiId: string;
  answer: NonNullable<FileRun['answer']>;
}

function Saved({ apiId, answer: { content, name, requestId, counted } }: SavedProps) {
  const { t } = useTranslation('testing');
  const paths = usePaths();
  return (
    <div className="grid gap-2 text-sm">
      <p className="break-all font-medium">{t('file.saved', { name })}</p>
      <Counted counted={counted} />
      <div className="flex flex-wrap items-center gap-3">
        <Button size="sm" onClick={() => saveFile(content, name)}>
          {t('file.again')}
        </Button>
        {counted && (
          <Link
            className="rounded-sm font-medium text-accent-text hover:underline"
            to={`${paths.apiTab(apiId, 'logs')}?search=${requestId}`}
          >
            {t('file.viewLogs')}
          </Link>
        )}
      </div>
    </div>
  );
}

function Counted({ counted }: Pick<NonNullable<FileRun['answer']>, 'counted'>) {
  const { t } = useTranslation('testing');
  if (!counted) return <p>{t('file.uncounted')}</p>;
  const { status, rows, failedRows } = counted;
  const shown = formatInteger(rows);
  if (status !== 200) return <p className="text-red">{t('file.broken', { count: rows, rows: shown })}</p>;
  if (!failedRows) return <p>{t('file.answered', { count: rows, rows: shown })}</p>;
  const failed = formatInteger(failedRows);
  return <p className="text-yellow">{t('file.partly', { count: failedRows, failed, rows: shown })}</p>;
}
