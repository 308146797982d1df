import {
  type SnippetLanguage,
  snippetLanguages,
  snippetNames,
  writeSnippet,
} from '@rowcast/contracts/domain/apis/snippets';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router-dom';
import { KeysLink } from '@/features/keys/index.ts';
import { CodeBlock } from '@/shared/ui/layout/code-block.tsx';
import { Panel } from '@/shared/ui/layout/panel.tsx';
import { Tabs } from '@/shared/ui/layout/tabs.tsx';
import type { Row } from '../../request/request-body.ts';

/** The request as program code. */
export function SnippetPanel({ url, body }: { url: string; body: Row }) {
  const { t } = useTranslation('testing');
  const { id = '' } = useParams();
  const [language, setLanguage] = useState<SnippetLanguage>('curl');
  return (
    <Panel
      id="code"
      title={t('code.title')}
      description={t('code.description')}
      actions={<KeysLink apiId={id} />}
    >
      <Tabs
        label={t('code.language')}
        value={language}
        onChange={setLanguage}
        tabs={snippetLanguages.map((value) => ({
          value,
          label: snippetNames[value],
          content: value === language && (
            <CodeBlock title={snippetNames[value]} code={writeSnippet(value, { url, body })} />
          ),
        }))}
      />
    </Panel>
  );
}
