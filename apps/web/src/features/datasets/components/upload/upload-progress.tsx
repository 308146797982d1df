import { useTranslation } from 'react-i18next';
import { formatBytes, formatPercent } from '@/shared/lib/format/format.ts';
import { Progress } from '@/shared/ui/states/progress.tsx';
import { type Sent, uploadSpeed } from '../../upload/uploads.ts';

/** The progress bar, bytes and speed of an upload. */
export function UploadProgress({ upload }: { upload: Sent }) {
  const { t } = useTranslation('datasets');
  const { sentBytes, totalBytes, name } = upload;
  const share = totalBytes > 0 ? sentBytes / totalBytes : 0;
  const speed = uploadSpeed(upload);
  const sent = share >= 1;
  return (
    <div className="grid gap-1.5">
      <Progress label={t('upload.progressOf', { name })} value={sent ? null : share * 100} />
      <p className="flex justify-between gap-4 text-soft text-sm">
        <span>
          {sent
            ? t('upload.storing')
            : t('upload.bytes', { sent: formatBytes(sentBytes), total: formatBytes(totalBytes) })}
        </span>
        <span>
          {!sent && speed !== null && t('upload.speed', { speed: formatBytes(speed) })}{' '}
          {!sent && formatPercent(share, 0)}
        </span>
      </p>
      <p aria-live="polite" className="sr-only">
        {t('upload.progressOf', { name })}: {formatPercent(Math.floor(share * 4) / 4, 0)}
      </p>
    </div>
  );
}
