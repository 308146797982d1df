import { typeOfFile } from '@rowcast/contracts/domain/datasets/dataset';
import { sampleNames } from '@rowcast/contracts/domain/datasets/sample';
import { Link2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router-dom';
import { useDeniedReason } from '@/features/auth/index.ts';
import {
  FileDrop,
  nameFromFile,
  removeUpload,
  startUpload,
  UploadProgress,
  useUploads,
} from '@/features/datasets/index.ts';
import { describeError } from '@/shared/i18n/error-message.ts';
import { useAbortOnClose } from '@/shared/lib/navigation/abort-on-close.ts';
import { usePaths } from '@/shared/lib/navigation/paths.ts';
import { notify } from '@/shared/lib/notify/notify.ts';
import { Button } from '@/shared/ui/actions/button.tsx';
import { Panel } from '@/shared/ui/layout/panel.tsx';
import { SampleList } from './sample-list.tsx';
import { SeveralFiles } from './several-files.tsx';

/** Starts a first model from a file or a sample. */
export function StartPanel() {
  const { t } = useTranslation('onboarding');
  const paths = usePaths();
  const writeDeniedReason = useDeniedReason('Write');
  const { upload, problem, several, setSeveral, send } = useFirstUpload();
  return (
    <Panel title={t('start.title')} description={writeDeniedReason ?? t('start.hint')}>
      {!writeDeniedReason && (
        <div className="grid grid-cols-1 gap-5">
          {upload && (
            <div className="grid gap-3 rounded-lg border px-4 py-6">
              <p className="break-all font-medium">{upload.name}</p>
              <UploadProgress upload={upload} />
              <Button size="sm" className="justify-self-start" onClick={upload.cancel}>
                {t('start.cancel')}
              </Button>
            </div>
          )}
          {!upload && several.length > 0 && (
            <SeveralFiles files={several} onUse={(file) => void send(file)} onClose={() => setSeveral([])} />
          )}
          {!upload && several.length === 0 && (
            <div className="grid gap-2">
              <FileDrop
                file={null}
                error={problem}
                onFile={(file) => void send(file)}
                onSeveral={setSeveral}
              />
              <Link
                to={`${paths.datasets}?upload=true`}
                className="inline-flex w-fit items-center gap-1.5 rounded-sm text-soft text-sm hover:text-text hover:underline"
              >
                <Link2 className="size-3.5" aria-hidden />
                {t('start.fromUrl')}
              </Link>
            </div>
          )}
          <SampleList names={sampleNames} disabled={upload !== undefined} />
        </div>
      )}
    </Panel>
  );
}

/** Uploads a file, then opens the page of its first model. */
function useFirstUpload() {
  const { t } = useTranslation('onboarding');
  const { t: datasets } = useTranslation('datasets');
  const navigate = useNavigate();
  const paths = usePaths();
  const [uploadId, setUploadId] = useState<string>();
  const [problem, setProblem] = useState<string>();
  const [several, setSeveral] = useState<readonly File[]>([]);
  const upload = useUploads(({ uploads }) => uploads.find(({ id, error }) => id === uploadId && !error));
  // An upload continues while other pages are open, and must not navigate from there.
  const begin = useAbortOnClose();
  const send = async (file: File) => {
    const signal = begin();
    setProblem(undefined);
    setSeveral([]);
    const name = nameFromFile(file.name);
    const { id, finished } = startUpload({ file, name, type: typeOfFile(file.name), apiId: undefined });
    setUploadId(id);
    try {
      const dataset = await finished;
      notify.success(t('uploaded'));
      if (!signal.aborted) await navigate(paths.startWith(dataset.id));
    } catch (error) {
      if (signal.aborted) return;
      removeUpload(id);
      const isCancelled = error instanceof DOMException && error.name === 'AbortError';
      setProblem(isCancelled ? undefined : describeError(error, datasets('upload.failed')).message);
    }
  };
  return { upload, problem, several, setSeveral, send };
}
