import type { AuditRecord } from '@rowcast/contracts/domain/people/audit';
import { ArrowRight, ChevronDown } from 'lucide-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { cn } from '@/shared/lib/class-names.ts';
import { CodeBlock } from '@/shared/ui/layout/code-block.tsx';
import { changes } from '../changes.ts';
import { plainName, readableFieldName, valueText, type Words } from '../value-text.ts';
import { useValueWords } from '../value-words.ts';
import { RecordLink, useRecordNames } from './record-names.tsx';

/** A value in words, with a link to the resource that it names. */
function Value({ value, words }: { value: unknown; words: Words }) {
  const named = useRecordNames(value);
  return named ? <RecordLink named={named} /> : valueText(value, words);
}

/** The raw record as JSON. */
function RawRecord({ record }: { record: AuditRecord }) {
  const { t } = useTranslation('audit');
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary className="w-fit cursor-pointer rounded-sm text-faint text-xs hover:text-text">
        {t('raw')}
      </summary>
      {isOpen && (
        <div className="mt-1 max-w-[min(36rem,80vw)]">
          <CodeBlock title={t('raw')} code={JSON.stringify(record, null, 2)} />
        </div>
      )}
    </details>
  );
}

/** The old and new value of each field. Collapsed on a phone. */
export function ChangeDetails(record: AuditRecord) {
  const { details, erased, ip } = record;
  const { t, i18n } = useTranslation('audit');
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  const [before, after] = changes(details.before ?? {}, details.after ?? {});
  const fields = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const valueWords = useValueWords();
  const wordsFor = (field: string): Words => ({
    ...{ yes: t('value.yes'), no: t('value.no'), none: t('value.none') },
    enumLabel: (word) => valueWords(field, word),
  });
  const nameOf = (field: string) => {
    const name = plainName(field);
    return i18n.exists(`field.${name}`, { ns: 'audit' })
      ? t(`field.${name as 'name'}`)
      : readableFieldName(name);
  };
  return (
    <div className="text-sm sm:min-w-56">
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setIsOpen(!isOpen)}
        className="flex min-h-6 items-center gap-1 rounded-sm text-soft sm:hidden"
      >
        {t('column.details')}
        <ChevronDown aria-hidden className={cn('size-3.5 transition-transform', isOpen && 'rotate-180')} />
      </button>
      <div id={id} className={cn('grid gap-1', !isOpen && 'max-sm:hidden')}>
        {fields.length > 0 && (
          <dl className="flex flex-wrap gap-x-3 sm:grid">
            {fields.map((field) => (
              <div key={field} className="flex flex-wrap gap-x-2 leading-6">
                <dt className="text-soft">{nameOf(field)}:</dt>
                <dd className="flex min-w-0 flex-wrap items-center gap-x-1.5 [overflow-wrap:anywhere]">
                  {field in before && (
                    <span className={field in after ? 'text-soft line-through' : ''}>
                      <Value value={before[field]} words={wordsFor(field)} />
                    </span>
                  )}
                  {field in before && field in after && (
                    <ArrowRight className="size-3.5 shrink-0 text-faint" aria-hidden />
                  )}
                  {field in after && (
                    <span>
                      <Value value={after[field]} words={wordsFor(field)} />
                    </span>
                  )}
                </dd>
              </div>
            ))}
          </dl>
        )}
        {erased && <p className="text-soft">{t('erased')}</p>}
        <div className="flex flex-wrap items-baseline gap-x-3 leading-6">
          {ip && <span className="text-faint text-xs">{t('from', { address: ip })}</span>}
          <RawRecord record={record} />
        </div>
      </div>
    </div>
  );
}
