import { describeError, describeFailure, type ErrorText } from '@/shared/i18n/error-message.ts';
import { toastHostDrawn, useToastHost } from './toast-host.ts';

const duration = 4000;

async function show(
  kind: 'success' | 'message' | 'warning' | 'error',
  text: string,
  description?: string,
): Promise<void> {
  useToastHost.setState({ wanted: true });
  const [{ toast }] = await Promise.all([import('sonner'), toastHostDrawn.promise]);
  // The same sentence twice is one toast, renewed.
  toast[kind](text, { id: text, duration, description });
}

export const notify = {
  success: (text: string, description?: string) => void show('success', text, description),
  warning: (text: string, description?: string) => void show('warning', text, description),
  info: (text: string, description?: string) => void show('message', text, description),
  /** Takes away what has been overtaken by what comes next. */
  dismissAll: () => void import('sonner').then(({ toast }) => toast.dismiss()),
};

/** A cancelled request is no error. */
function showError(error: unknown, { message, description }: ErrorText): void {
  if (error instanceof DOMException && error.name === 'AbortError') return;
  void show('error', message, description);
}

/** Says why; what could not be done only where nobody knows why. */
export const notifyError = (error: unknown, fallback?: string): void =>
  showError(error, describeError(error, fallback));

/** Says what could not be done, and below it why. */
export const notifyFailure = (error: unknown, failed: string): void =>
  showError(error, describeFailure(error, failed));
