import { RotateCw } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { describeError } from '@/shared/i18n/error-message.ts';
import { focusContent } from '@/shared/lib/navigation/focus-content.ts';
import { notify, notifyError } from '@/shared/lib/notify/notify.ts';
import { Button } from '@/shared/ui/actions/button.tsx';
import { StatusBadge } from '@/shared/ui/layout/badge.tsx';
import { isShownIn, removeUpload, type Upload, useUploads } from '../../upload/uploads.ts';
import { UploadProgress } from './upload-progress.tsx';

/** Running and failed uploads of this browser. */
export function UploadsInProgress({ apiId }: { apiId: string | undefined }) {
  const uploads = useUploads((state) => state.uploads);
  const shown = uploads.filter((one) => isShownIn(apiId, one));
  if (shown.length === 0) return null;
  return (
    <ul className="mb-4 grid gap-2">
      {shown.map((one) => (
        <li key={one.id} className="rounded-lg border bg-surface px-4 py-3">
          <UploadRow upload={one} />
        </li>
      ))}
    </ul>
  );
}

function UploadRow({ upload }: { upload: Upload }) {
  const { t } = useTranslation('datasets');
  const { t: word } = useTranslation('ui');
  const failed = upload.error !== undefined;
  const retryUpload = async () => {
    try {
      const { name } = await upload.again().finished;
      notify.success(t('upload.done', { name }));
    } catch (error) {
      notifyError(error, t('upload.failed'));
    }
  };
  // Moves the focus, because the button is removed with its row.
  const leave = () => {
    if (failed) removeUpload(upload.id);
    else upload.cancel();
    focusContent();
  };
  const problem = failed ? describeError(upload.error, t('upload.failed')) : null;
  return (
    <div className="grid gap-2">
      <div className="flex items-center gap-3">
        <p className="min-w-0 flex-1 truncate font-medium">{upload.name}</p>
        <StatusBadge status={failed ? 'error' : 'uploading'} />
        {failed && (
          <Button
            size="sm"
            aria-label={t('upload.retryNamed', { name: upload.name })}
            onClick={() => void retryUpload()}
          >
            <RotateCw aria-hidden />
            {word('retry')}
          </Button>
        )}
        <Button
          size="sm"
          aria-label={t(failed ? 'upload.dismissNamed' : 'upload.cancelNamed', { name: upload.name })}
          onClick={leave}
        >
          {t(failed ? 'upload.dismiss' : 'cancel')}
        </Button>
      </div>
      {problem ? (
        <p role="alert" className="text-red text-sm">
          {problem.message} <span className="text-soft">{problem.description}</span>
        </p>
      ) : (
        <UploadProgress upload={upload} />
      )}
    </div>
  );
}
