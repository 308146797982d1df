import type { FieldSchema } from '@rowcast/contracts/domain/models/report';
import { Pin, RotateCcw } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@/shared/ui/actions/button.tsx';
import { Panel } from '@/shared/ui/layout/panel.tsx';
import { SearchBox } from '@/shared/ui/tables/search-box.tsx';
import type { Draft } from '../../request/draft.ts';
import { exampleRow, firstRow, setCells } from '../../request/request-body.ts';
import type { DecisionRule } from '../../what-if/decision.ts';
import { changedFields, useWhatIf } from '../../what-if/what-if.ts';
import { CounterfactualRow } from './counterfactual-row.tsx';
import { WhatIfField } from './what-if-field.tsx';
import { WhatIfResponse } from './what-if-response.tsx';

interface WhatIfPanelProps {
  fields: readonly FieldSchema[];
  decisionRule: DecisionRule;
  draft: Draft;
}

const searchFrom = 8;

/** One control per field; the prediction updates as they change. Starts from the first row of the request. */
export function WhatIfPanel({ fields, decisionRule, draft }: WhatIfPanelProps) {
  const { t } = useTranslation('testing');
  const { text, setText, changes, setChanges } = draft;
  const [search, setSearch] = useState('');
  const requestRow = firstRow(text);
  const start = requestRow ?? exampleRow(fields);
  const row = { ...start, ...changes };
  const answer = useWhatIf(decisionRule, start, row);
  const changed = changedFields(fields, start, row);
  const searchText = search.trim().toLowerCase();
  const shown = fields.filter(({ name }) => name.toLowerCase().includes(searchText));
  return (
    <div className="grid grid-cols-1 items-start gap-5 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      <div className="max-lg:contents lg:sticky lg:top-20 lg:order-last lg:grid lg:gap-5">
        <div className="z-10 max-lg:sticky max-lg:top-14">
          <WhatIfResponse answer={answer} decisionRule={decisionRule} />
        </div>
        <div className="min-w-0 max-lg:order-last">
          <CounterfactualRow
            key={decisionRule.version}
            decisionRule={decisionRule}
            row={row}
            onTake={(cells) => setChanges((now) => ({ ...now, ...cells }))}
          />
        </div>
      </div>
      <Panel
        title={t('whatif.title')}
        description={t('whatif.note')}
        actions={
          <>
            <span className="text-soft text-sm">{t('whatif.changed', { count: changed.length })}</span>
            <Button size="sm" aria-disabled={changed.length === 0} onClick={() => setChanges({})}>
              <RotateCcw aria-hidden />
              {t('whatif.reset')}
            </Button>
            <Button
              size="sm"
              aria-disabled={changed.length === 0 || !requestRow}
              onClick={() => {
                setText(setCells(text, changes));
                setChanges({});
              }}
            >
              <Pin aria-hidden />
              {t('whatif.asStart')}
            </Button>
          </>
        }
      >
        {fields.length > searchFrom && (
          <div className="mb-4">
            <SearchBox label={t('whatif.show')} value={search} onChange={setSearch} />
          </div>
        )}
        {/* A focused field scrolls below the prediction, which sticks to the top of a narrow screen. */}
        <div className="grid grid-cols-1 items-start gap-x-6 gap-y-4 sm:grid-cols-2 max-lg:[&_input]:scroll-mt-80">
          {shown.map((field) => (
            <WhatIfField
              key={field.name}
              field={field}
              value={row[field.name]}
              onChange={(value) => setChanges((now) => ({ ...now, [field.name]: value }))}
            />
          ))}
        </div>
        {shown.length === 0 && <p className="text-soft">{t('whatif.none')}</p>}
      </Panel>
    </div>
  );
}
