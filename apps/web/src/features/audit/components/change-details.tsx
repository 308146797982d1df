import type { AuditRecord } from '@rowcast/contracts/domain/audit';
import { ArrowRight } from 'lucide-react';
import { useTranslation } from 'react-i18next';

const shown = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** Field by field: what it was, and what it became. */
export function ChangeDetails({ details, erased, ip, request_id }: AuditRecord) {
  const { t } = useTranslation('audit');
  const { before = {}, after = {} } = details;
  const fields = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const origin = [ip && t('from', { address: ip }), request_id && t('request', { id: request_id })];
  return (
    <div className="grid min-w-72 gap-1 text-sm">
      {fields.length > 0 && (
        <dl className="grid gap-0.5">
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
  );
}
