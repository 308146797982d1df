import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { asWritten, filledSentence } from '@/shared/i18n/filled-sentence.ts';
import { cn } from '@/shared/lib/class-names.ts';
import { withTerms } from '@/shared/ui/layout/term.tsx';
import type { ScoreWarning } from '../score-warnings.ts';

const maxShown = 3;

interface ScoreWarningsProps {
  warnings: readonly ScoreWarning[];
  /** A link to the findings. */
  link: ReactNode;
  className?: string;
}

/** Warns that data findings make a score doubtful. */
export function ScoreWarnings({ warnings, link, className }: ScoreWarningsProps) {
  const { t } = useTranslation('models');
  if (warnings.length === 0) return null;
  const more = warnings.length - maxShown;
  const warningText = ({ code, column, params, message }: ScoreWarning) =>
    filledSentence(t(`doubt.${code}`, asWritten), { ...params, ...(column !== null && { column }) }) ??
    message;
  return (
    <div role="note" className={cn('flex items-start gap-2 rounded-lg border px-3 py-2 text-sm', className)}>
      <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-yellow" />
      <div className="grid min-w-0 gap-1 [overflow-wrap:anywhere]">
        <p className="font-medium">{t('doubt.title')}</p>
        {warnings.slice(0, maxShown).map((warning) => (
          <p key={`${warning.code} ${warning.column}`}>{withTerms(warningText(warning))}</p>
        ))}
        <p>
          {more > 0 && t('doubt.more', { count: more })} {link}
        </p>
      </div>
    </div>
  );
}
