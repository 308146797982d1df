import type { Api } from '@rowcast/contracts/domain/api';
import { KeyRound } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { liveDeployment, useDeployments } from '@/features/deployments/index.ts';
import { useModel } from '@/features/models/index.ts';
import { endpointUrl, exampleRow, writeSnippet } from '@/features/testing/index.ts';
import { usePaths } from '@/shared/lib/paths.ts';
import { Button } from '@/shared/ui/button.tsx';
import { CodeBlock } from '@/shared/ui/code-block.tsx';
import { Panel } from '@/shared/ui/panel.tsx';
import { Skeleton } from '@/shared/ui/skeleton.tsx';

/** The address of the API, and a call of it that works as it stands once a key is set. */
export function EndpointPanel({ api }: { api: Api }) {
  const { t } = useTranslation('apis');
  const paths = usePaths();
  const deployments = useDeployments(api.id).data ?? [];
  const { data: model } = useModel(liveDeployment(deployments)?.modelId);
  const url = endpointUrl(window.location.origin, api.id);
  return (
    <Panel
      id="endpoint"
      title={t('endpoint.title')}
      description={t('endpoint.description')}
      actions={
        <Button asChild size="sm">
          <Link to={`${paths.apiTab(api.id, 'testing')}#keys`}>
            <KeyRound aria-hidden />
            {t('endpoint.keys')}
          </Link>
        </Button>
      }
    >
      {model?.report ? (
        <CodeBlock
          title={<code className="font-mono">POST {url}</code>}
          code={writeSnippet('curl', { url, rows: [exampleRow(model.report.fields)] })}
        />
      ) : (
        <Skeleton className="h-36" />
      )}
    </Panel>
  );
}
