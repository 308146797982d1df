import type { ApiDocs, DocumentedError } from '@rowcast/contracts/domain/apis/api-docs';
import { ChevronRight } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { byCode } from '@/shared/i18n/error-message.ts';
import { indented } from '@/shared/lib/format/indented-json.ts';
import { CodeBlock } from '@/shared/ui/layout/code-block.tsx';
import { HttpStatus } from '@/shared/ui/layout/http-status.tsx';
import { Panel } from '@/shared/ui/layout/panel.tsx';

/** Every error code of the endpoint, with an example. */
export function ErrorsPanel({ docs }: { docs: ApiDocs }) {
  const { t } = useTranslation('docs');
  return (
    <Panel flush title={t('errors.title')} description={t('errors.description')}>
      <ul className="divide-y">
        {docs.errors.map((error) => (
          <li key={error.code}>
            <OneError error={error} />
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function OneError({ error }: { error: DocumentedError }) {
  const { t } = useTranslation('docs');
  const { status, code, message, request, body } = error;
  return (
    <details className="group px-4 py-2.5">
      <summary className="flex cursor-pointer list-none flex-wrap items-center gap-x-3 gap-y-1 rounded-sm [&::-webkit-details-marker]:hidden">
        <ChevronRight
          className="size-4 shrink-0 text-soft transition-transform group-open:rotate-90"
          aria-hidden
        />
        <HttpStatus status={status} />
        <code className="min-w-0 break-all font-mono text-sm">{code}</code>
        <span className="min-w-0 basis-full text-soft text-sm sm:pl-7">{byCode({ code, message })}</span>
      </summary>
      <div className="mt-3 grid grid-cols-1 items-start gap-4 lg:grid-cols-2">
        {request !== null && <CodeBlock title={t('errors.request')} code={indented(request)} />}
        <CodeBlock title={t('errors.answer')} code={JSON.stringify(body, null, 2)} />
      </div>
    </details>
  );
}
