import type { Api } from '@rowcast/contracts/domain/apis/api';
import { endpointUrl, writeSnippet } from '@rowcast/contracts/domain/apis/snippets';
import { useTranslation } from 'react-i18next';
import { liveDeployment, useDeployments } from '@/features/deployments/index.ts';
import { KeysLink } from '@/features/keys/index.ts';
import { useModel } from '@/features/models/index.ts';
import { exampleRow } from '@/features/testing/index.ts';
import { CodeBlock } from '@/shared/ui/layout/code-block.tsx';
import { Panel } from '@/shared/ui/layout/panel.tsx';
import { Awaited } from '@/shared/ui/states/awaited.tsx';
import { Skeleton } from '@/shared/ui/states/skeleton.tsx';

/** The URL of the API with an example request that needs only a key. */
export function EndpointPanel({ api }: { api: Api }) {
  const { t } = useTranslation('apis');
  const deployments = useDeployments(api.id);
  const model = useModel(liveDeployment(deployments.data ?? [])?.modelId);
  const report = model.data?.report;
  const url = endpointUrl(window.location.origin, api.id);
  return (
    <Panel
      id="endpoint"
      title={t('endpoint.title')}
      description={t('endpoint.description')}
      actions={<KeysLink apiId={api.id} />}
    >
      {report ? (
        <CodeBlock
          title={<code className="font-mono">POST {url}</code>}
          code={writeSnippet('curl', { url, body: { instances: [exampleRow(report.fields)] } })}
        />
      ) : (
        <Awaited queries={[deployments, model]}>
          <Skeleton className="h-36" />
        </Awaited>
      )}
    </Panel>
  );
}
