import type { Model } from '@rowcast/contracts/domain/models/model';
import { CircleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { failureText } from '@/shared/i18n/failure-text.ts';
import { cn } from '@/shared/lib/class-names.ts';

/** Shows why the training failed. */
export function ModelProblem({ model }: { model: Model }) {
  const { t } = useTranslation('models');
  if (!model.error) return null;
  const sentence = failureText(model.error);
  // The message may already include the first field error.
  const others = model.error.fields?.filter(({ message }) => !sentence.includes(message)) ?? [];
  return (
    <div
      className={cn(
        'flex items-start gap-2 text-sm',
        model.status === 'cancelled' ? 'text-soft' : 'text-red',
      )}
    >
      <CircleAlert className="mt-0.5 size-4 shrink-0" aria-hidden />
      <div className="min-w-0">
        <p>{sentence}</p>
        {others.map(({ field, message }) => (
          <p key={`${field}-${message}`} className="text-soft">
            <code className="font-mono">{field}</code>: {message}
          </p>
        ))}
        <p className="mt-1 text-faint">
          {t('code')} <code className="font-mono">{model.error.code}</code>
        </p>
      </div>
    </div>
  );
}
