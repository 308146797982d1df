import type { Dataset } from '@rowcast/contracts/domain/datasets/dataset';
import { CircleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { failureText } from '@/shared/i18n/failure-text.ts';
import { fileNoteText } from '../../upload/file-note.ts';

/** Why a file could not be read: the cause, its locations and the next action. */
export function DatasetProblem({ dataset }: { dataset: Dataset }) {
  const { t } = useTranslation('datasets');
  if (!dataset.error) return null;
  const cause = failureText(dataset.error);
  // For a single location, the English cause already includes its text.
  const places = (dataset.error.fields ?? [])
    .map((problem) => ({ line: problem.line, text: fileNoteText(t, problem) }))
    .filter(({ text }) => !cause.includes(text));
  return (
    <div className="flex items-start gap-2 text-red text-sm">
      <CircleAlert className="mt-0.5 size-4 shrink-0" aria-hidden />
      <div className="min-w-0">
        <p>{cause}</p>
        {places.length > 0 && (
          <ul className="mt-1 grid gap-0.5 text-soft">
            {places.map(({ line, text }) => (
              <li key={`${line}-${text}`}>
                {line !== undefined && `${t('line', { line })}: `}
                {text}
              </li>
            ))}
          </ul>
        )}
        <p className="mt-1 text-faint">
          {t('code')} <code className="font-mono">{dataset.error.code}</code>
        </p>
      </div>
    </div>
  );
}
