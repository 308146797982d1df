import { describeError, describeFailure, type ErrorText } from '@/shared/i18n/error-message.ts';
import { toastHostMounted, useToastHost } from './toast-host.ts';

const duration = 4000;

async function show(
  kind: 'success' | 'message' | 'warning' | 'error',
  text: string,
  description?: string,
): Promise<void> {
  useToastHost.setState({ isNeeded: true });
  const [{ toast }] = await Promise.all([import('sonner'), toastHostMounted.promise]);
  // A repeated message replaces its toast.
  toast[kind](text, { id: text, duration, description });
}

export const notify = {
  success: (text: string, description?: string) => void show('success', text, description),
  warning: (text: string, description?: string) => void show('warning', text, description),
  info: (text: string, description?: string) => void show('message', text, description),
  /** Removes toasts that are out of date. */
  dismissAll: () => void import('sonner').then(({ toast }) => toast.dismiss()),
};

/** A cancelled request is not an error. */
function showError(error: unknown, { message, description }: ErrorText): void {
  if (error instanceof DOMException && error.name === 'AbortError') return;
  void show('error', message, description);
}

/** Shows the server's reason, or the fallback if there is none. */
export const notifyError = (error: unknown, fallback?: string): void =>
  showError(error, describeError(error, fallback));

/** Shows what failed, with the reason below. */
export const notifyFailure = (error: unknown, failed: string): void =>
  showError(error, describeFailure(error, failed));
