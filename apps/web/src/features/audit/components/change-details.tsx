import type { AuditRecord } from '@rowcast/contracts/domain/audit';
import { ArrowRight, ChevronDown } from 'lucide-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { cn } from '@/shared/lib/class-names.ts';
import { changes } from '../changes.ts';

const shown = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** Field by field: what it was, and what it became. On a phone once it is asked for. */
export function ChangeDetails({ details, erased, ip, request_id }: AuditRecord) {
  const { t } = useTranslation('audit');
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  const [before, after] = changes(details.before ?? {}, details.after ?? {});
  const fields = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const origin = [ip && t('from', { address: ip }), request_id && t('request', { id: request_id })];
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
          <dl className="flex flex-wrap gap-x-3 gap-y-0.5 sm:grid">
            {fields.map((field) => (
              <div key={field} className="flex flex-wrap gap-x-2">
                <dt className="text-soft">{field}</dt>
                <dd className="flex min-w-0 flex-wrap items-center gap-x-1.5 [overflow-wrap:anywhere]">
                  {field in before && (
                    <span className={field in after ? 'text-soft line-through' : ''}>
                      {shown(before[field])}
                    </span>
                  )}
                  {field in before && field in after && (
                    <ArrowRight className="size-3.5 shrink-0 text-faint" aria-hidden />
                  )}
                  {field in after && <span>{shown(after[field])}</span>}
                </dd>
              </div>
            ))}
          </dl>
        )}
        {erased && <p className="text-soft">{t('erased')}</p>}
        <p className="text-faint text-xs [overflow-wrap:anywhere]">{origin.filter(Boolean).join(' · ')}</p>
      </div>
    </div>
  );
}
