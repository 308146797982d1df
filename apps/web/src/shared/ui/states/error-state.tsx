import { RotateCw, TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { describeError, describeFailure } from '../../i18n/error-message.ts';
import { Button } from '../actions/button.tsx';

interface ErrorStateProps {
  error: unknown;
  /** What failed; the reason is below. */
  failed?: string;
  onRetry?: () => unknown;
  /** Replaces a whole page, including its title. */
  page?: boolean;
}

export function ErrorState({ error, failed, onRetry, page = false }: ErrorStateProps) {
  const { t } = useTranslation('ui');
  const { message, description } = failed ? describeFailure(error, failed) : describeError(error);
  const Title = page ? 'h1' : 'p';
  return (
    <div
      role="alert"
      className="grid place-items-center gap-1 rounded-lg border border-red-line px-6 py-10 text-center"
    >
      <TriangleAlert className="mb-2 size-6 text-red" aria-hidden />
      <Title className="font-medium">{message}</Title>
      {description && <p className="max-w-lg break-words text-soft text-sm">{description}</p>}
      {onRetry && (
        <Button className="mt-4" onClick={onRetry}>
          <RotateCw aria-hidden />
          {t('retry')}
        </Button>
      )}
    </div>
  );
}
