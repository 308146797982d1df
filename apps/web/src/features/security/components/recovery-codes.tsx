import { TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { CodeBlock } from '@/shared/ui/layout/code-block.tsx';

export function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  const { t } = useTranslation('security', { keyPrefix: 'mfa.recovery' });
  return (
    <div className="grid gap-3">
      <CodeBlock title={t('title')} code={codes.join('\n')} />
      <p role="status" className="flex items-start gap-2 text-yellow">
        <TriangleAlert className="mt-0.5 size-4 shrink-0" aria-hidden />
        {t('once')}
      </p>
    </div>
  );
}
