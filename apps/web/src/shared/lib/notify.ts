import { toast } from 'sonner';
import { describeError } from '@/shared/i18n/error-message.ts';

const duration = 4000;

export const notify = {
  success: (message: string, description?: string) => toast.success(message, { duration, description }),
  info: (message: string, description?: string) => toast(message, { duration, description }),
};

/** The one way an error becomes a toast. A cancelled request is no error. */
export function notifyError(error: unknown, fallback?: string): void {
  if (error instanceof DOMException && error.name === 'AbortError') return;
  const { message, description } = describeError(error, fallback);
  toast.error(message, { duration, description });
}
