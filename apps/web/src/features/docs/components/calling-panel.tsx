import type { ApiDocs } from '@rowcast/contracts/domain/apis/api-docs';
import { useTranslation } from 'react-i18next';
import { KeysLink } from '@/features/keys/index.ts';
import { CodeBlock } from '@/shared/ui/layout/code-block.tsx';
import { Panel } from '@/shared/ui/layout/panel.tsx';

/** The URL, authentication and formats of the API. */
export function CallingPanel({ docs, url }: { docs: ApiDocs; url: string }) {
  const { t } = useTranslation('docs');
  const { apiId, paths } = docs;
  const ways = (['stream', 'infer', 'openapi'] as const).map((way) => ({ way, path: paths[way] }));
  return (
    <Panel
      title={t('calling.title')}
      description={t('calling.description')}
      actions={<KeysLink apiId={apiId} />}
    >
      <div className="grid gap-4">
        <CodeBlock
          title={t('calling.address')}
          code={[`POST ${url}`, 'Authorization: Bearer rc_live_…', 'Content-Type: application/json'].join(
            '\n',
          )}
        />
        <p className="text-sm">{t('calling.forms')}</p>
        <dl className="grid gap-2 text-sm">
          {ways.map(({ way, path }) => (
            <div key={way} className="grid gap-x-6 sm:grid-cols-[14rem_minmax(0,1fr)]">
              <dt className="text-soft">{t(`calling.${way}`)}</dt>
              <dd className="min-w-0 break-all font-mono">
                {way === 'openapi' ? 'GET' : 'POST'} {path}
              </dd>
            </div>
          ))}
        </dl>
      </div>
    </Panel>
  );
}
