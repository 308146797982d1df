import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { asWritten, filledSentence } from '@/shared/i18n/filled-sentence.ts';
import { cn } from '@/shared/lib/class-names.ts';
import { withTerms } from '@/shared/ui/layout/term.tsx';
import type { Doubt } from '../doubts.ts';

const maxShown = 3;

interface ScoreDoubtsProps {
  doubts: readonly Doubt[];
  /** A link to the findings. */
  link: ReactNode;
  className?: string;
}

/** Warns that data findings make a score doubtful. */
export function ScoreDoubts({ doubts, link, className }: ScoreDoubtsProps) {
  const { t } = useTranslation('models');
  if (doubts.length === 0) return null;
  const more = doubts.length - maxShown;
  const told = ({ code, column, params, message }: Doubt) =>
    filledSentence(t(`doubt.${code}`, asWritten), { ...params, ...(column !== null && { column }) }) ??
    message;
  return (
    <div role="note" className={cn('flex items-start gap-2 rounded-lg border px-3 py-2 text-sm', className)}>
      <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-yellow" />
      <div className="grid min-w-0 gap-1 [overflow-wrap:anywhere]">
        <p className="font-medium">{t('doubt.title')}</p>
        {doubts.slice(0, maxShown).map((doubt) => (
          <p key={`${doubt.code} ${doubt.column}`}>{withTerms(told(doubt))}</p>
        ))}
        <p>
          {more > 0 && t('doubt.more', { count: more })} {link}
        </p>
      </div>
    </div>
  );
}
