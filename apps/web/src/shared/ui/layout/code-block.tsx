import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { cn } from '../../lib/class-names.ts';
import { CopyButton, type CopyWords } from '../actions/copy-button.tsx';
import { ScrollRegion } from './scroll-region.tsx';

interface CodeBlockProps {
  code: string;
  /** The title above the code: a file name, or language tabs. */
  title?: ReactNode;
  copyWords?: CopyWords;
  className?: string;
}

export function CodeBlock({ code, title, copyWords, className }: CodeBlockProps) {
  const { t } = useTranslation('ui');
  return (
    <figure className={cn('min-w-0 overflow-hidden rounded-lg border bg-sunken', className)}>
      <figcaption className="flex min-h-9 items-center justify-between gap-2 border-b py-1 pr-1 pl-3 text-soft text-sm">
        <span className="min-w-0 truncate">{title}</span>
        <CopyButton text={code} label={t('copyCode')} words={copyWords} />
      </figcaption>
      <ScrollRegion label={t('code')} className="px-3 py-3 focus-visible:-outline-offset-2">
        <pre className="font-mono text-sm leading-5">
          <code>{code}</code>
        </pre>
      </ScrollRegion>
    </figure>
  );
}
