import { TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { CodeBlock } from '@/shared/ui/layout/code-block.tsx';

export function ShownOnce({ apiKey }: { apiKey: string }) {
  const { t } = useTranslation('keys');
  return (
    <div className="grid gap-3">
      <CodeBlock
        title={t('create.key')}
        code={apiKey}
        copyWords={{ copied: t('create.copied'), failed: t('create.copyFailed') }}
      />
      <p role="status" className="flex items-start gap-2 text-yellow">
        <TriangleAlert className="mt-0.5 size-4 shrink-0" aria-hidden />
        {t('create.once')}
      </p>
    </div>
  );
}
