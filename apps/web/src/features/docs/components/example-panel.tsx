import type { ApiDocs } from '@rowcast/contracts/domain/apis/api-docs';
import { useTranslation } from 'react-i18next';
import { CodeBlock } from '@/shared/ui/layout/code-block.tsx';
import { Panel } from '@/shared/ui/layout/panel.tsx';

/** An example request with the response of the deployed model. */
export function ExamplePanel({ docs }: { docs: ApiDocs }) {
  const { t } = useTranslation('docs');
  const { request, answer, task } = docs;
  return (
    <Panel
      title={t('answer.title')}
      description={t(task === 'regression' ? 'answer.number' : 'answer.classes')}
    >
      <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-2">
        <CodeBlock title={t('answer.request')} code={JSON.stringify(request, null, 2)} />
        {answer ? (
          <CodeBlock title={t('answer.answer')} code={JSON.stringify(answer, null, 2)} />
        ) : (
          <p className="rounded-lg border border-dashed px-4 py-10 text-center text-soft">
            {t('answer.none')}
          </p>
        )}
      </div>
    </Panel>
  );
}
