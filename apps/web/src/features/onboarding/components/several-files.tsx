import { FileSpreadsheet } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { formatBytes } from '@/shared/lib/format/format.ts';
import { Button } from '@/shared/ui/actions/button.tsx';

interface SeveralFilesProps {
  files: readonly File[];
  onUse: (file: File) => void;
  onClose: () => void;
}

/** Asks which of several files to train on. */
export function SeveralFiles({ files, onUse, onClose }: SeveralFilesProps) {
  const { t } = useTranslation('onboarding');
  return (
    <section aria-label={t('several.title', { count: files.length })} className="rounded-lg border">
      <div className="px-4 py-3">
        <p role="status" className="font-medium">
          {t('several.title', { count: files.length })}
        </p>
        <p className="text-soft text-sm">{t('several.hint')}</p>
      </div>
      <ul className="divide-y border-y">
        {files.map((file, index) => (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: names may repeat, and the list does not change
            key={index}
            className="flex items-center gap-3 px-4 py-2"
          >
            <FileSpreadsheet className="size-4 shrink-0 text-faint" aria-hidden />
            <span className="min-w-0 flex-1 break-all">
              {file.name} <span className="text-soft text-sm">{formatBytes(file.size)}</span>
            </span>
            <Button size="sm" autoFocus={index === 0} onClick={() => onUse(file)}>
              {t('several.use')} <span className="sr-only">{file.name}</span>
            </Button>
          </li>
        ))}
      </ul>
      <div className="px-4 py-3">
        <Button size="sm" variant="ghost" onClick={onClose}>
          {t('several.other')}
        </Button>
      </div>
    </section>
  );
}
