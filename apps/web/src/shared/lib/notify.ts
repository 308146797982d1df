import { describeError } from '@/shared/i18n/error-message.ts';
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

/** The one way an error becomes a toast. A cancelled request is no error. */
export function notifyError(error: unknown, fallback?: string): void {
  if (error instanceof DOMException && error.name === 'AbortError') return;
  const { message, description } = describeError(error, fallback);
  void show('error', message, description);
}
