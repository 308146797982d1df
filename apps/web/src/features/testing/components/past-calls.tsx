import { useTranslation } from 'react-i18next';
import { formatMilliseconds, formatRelative } from '@/shared/lib/format/format.ts';
import { HttpStatus } from '@/shared/ui/layout/http-status.tsx';
import { Panel } from '@/shared/ui/layout/panel.tsx';
import { type PastCall, useHistory } from '../history.ts';

const none: readonly PastCall[] = [];

export function PastCalls({ apiId, onChoose }: { apiId: string; onChoose: (call: PastCall) => void }) {
  const { t } = useTranslation('testing');
  const calls = useHistory((state) => state.calls[apiId] ?? none);
  if (calls.length === 0) return null;
  return (
    <Panel title={t('history.title')} description={t('history.description')} flush>
      <ul className="divide-y">
        {calls.map((call) => (
          <li key={call.id}>
            <button
              type="button"
              onClick={() => onChoose(call)}
              className="flex w-full items-center gap-3 px-4 py-2 text-left text-sm hover:bg-hover focus-visible:-outline-offset-2"
            >
              <HttpStatus status={call.answer.status} />
              <span className="font-mono">{call.request.method}</span>
              <span className="min-w-0 flex-1 truncate text-soft">
                {call.request.text.replace(/\s+/g, ' ')}
              </span>
              <span className="text-soft">{formatMilliseconds(call.answer.latencyMs)}</span>
              <span className="hidden text-faint sm:inline">{formatRelative(call.at)}</span>
            </button>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
