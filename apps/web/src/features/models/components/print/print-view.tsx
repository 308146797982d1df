import type { ModelDetail } from '@rowcast/contracts/domain/models/model';
import { ArrowLeft, Download, Printer } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { formatDateTime } from '@/shared/lib/format/format.ts';
import { saveFile } from '@/shared/lib/http/download.ts';
import { Button } from '@/shared/ui/actions/button.tsx';
import { printDocument, reportDocument } from '../../report/report-document.ts';

interface PrintViewProps {
  model: ModelDetail;
  parts: readonly { name: string; title: string; content: ReactNode }[];
}

/** All parts of a report on one page, to print it, or to save it as PDF or HTML. */
export function PrintView({ model, parts }: PrintViewProps) {
  const { t } = useTranslation('models');
  const shown = useRef<HTMLElement>(null);
  const title = `v${model.version} ${model.name}`;
  const withDocument = (use: (html: string) => void) => () => {
    if (shown.current) use(reportDocument(shown.current, title));
  };
  return (
    <>
      <div className="mb-5 flex flex-wrap items-center justify-between gap-3">
        <Link
          to="?part=score"
          className="inline-flex items-center gap-1 rounded-sm text-soft text-sm hover:text-text hover:underline"
        >
          <ArrowLeft className="size-3.5" aria-hidden />
          {t('print.back')}
        </Link>
        <div className="flex flex-wrap gap-2">
          <Button
            onClick={withDocument((html) =>
              saveFile(
                new Blob([html], { type: 'text/html' }),
                `${model.name}-v${model.version}-report.html`,
              ),
            )}
          >
            <Download aria-hidden />
            {t('print.html')}
          </Button>
          <Button variant="primary" onClick={withDocument(printDocument)}>
            <Printer aria-hidden />
            {t('print.print')}
          </Button>
        </div>
      </div>
      <article ref={shown} className="grid grid-cols-1 gap-8">
        <header>
          <h1 className="font-semibold text-lg">{title}</h1>
          <p className="text-soft text-sm">
            {t('list.target', { column: model.targetColumn })} ·{' '}
            {formatDateTime(model.finishedAt ?? model.createdAt)}
          </p>
        </header>
        {parts.map(({ name, title: heading, content }) => (
          <div key={name} data-part={name} className="grid grid-cols-1 gap-5">
            <h2 className="font-semibold text-lg">{heading}</h2>
            {content}
          </div>
        ))}
      </article>
    </>
  );
}
