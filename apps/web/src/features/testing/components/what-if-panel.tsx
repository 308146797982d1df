import type { FieldSchema } from '@rowcast/contracts/domain/report';
import { Pin, RotateCcw } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@/shared/ui/button.tsx';
import { Panel } from '@/shared/ui/panel.tsx';
import { SearchBox } from '@/shared/ui/search-box.tsx';
import type { Decider } from '../decided.ts';
import { exampleRow, type Row } from '../request-body.ts';
import { changedFields, useWhatIf } from '../what-if.ts';
import { WhatIfAnswer } from './what-if-answer.tsx';
import { WhatIfField } from './what-if-field.tsx';

interface WhatIfPanelProps {
  apiId: string;
  fields: readonly FieldSchema[];
  decider: Decider;
}

const searchFrom = 8;

/** One control a field; the answer follows as they are moved. */
export function WhatIfPanel({ apiId, fields, decider }: WhatIfPanelProps) {
  const { t } = useTranslation('testing');
  const [start, setStart] = useState<Row>(() => exampleRow(fields));
  const [row, setRow] = useState<Row>(start);
  const [search, setSearch] = useState('');
  const answer = useWhatIf(apiId, start, row);
  const changed = changedFields(fields, start, row);
  const wanted = search.trim().toLowerCase();
  const shown = fields.filter(({ name }) => name.toLowerCase().includes(wanted));
  return (
    <div className="grid grid-cols-1 items-start gap-5 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      <div className="z-10 lg:sticky lg:top-20 lg:order-last max-lg:sticky max-lg:top-14">
        <WhatIfAnswer answer={answer} decider={decider} />
      </div>
      <Panel
        title={t('whatif.title')}
        description={t('whatif.note')}
        actions={
          <>
            <span className="text-soft text-sm">{t('whatif.changed', { count: changed.length })}</span>
            <Button size="sm" disabled={changed.length === 0} onClick={() => setRow(start)}>
              <RotateCcw aria-hidden />
              {t('whatif.reset')}
            </Button>
            <Button size="sm" disabled={changed.length === 0} onClick={() => setStart(row)}>
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
        {/* A field that is tabbed to comes out below the answer, which stays on top of a narrow screen. */}
        <div className="grid grid-cols-1 items-start gap-x-6 gap-y-4 sm:grid-cols-2 max-lg:[&_input]:scroll-mt-80">
          {shown.map((field) => (
            <WhatIfField
              key={field.name}
              field={field}
              value={row[field.name]}
              onChange={(value) => setRow((now) => ({ ...now, [field.name]: value }))}
            />
          ))}
        </div>
        {shown.length === 0 && <p className="text-soft">{t('whatif.none')}</p>}
      </Panel>
    </div>
  );
}
