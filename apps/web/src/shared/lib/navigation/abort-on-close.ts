import { useEffect, useRef } from 'react';

/** Returns a signal that aborts when the dialog closes. */
export function useAbortOnClose(open = true): () => AbortSignal {
  const closing = useRef<AbortController>(undefined);
  useEffect(() => (open ? () => closing.current?.abort() : undefined), [open]);
  return () => {
    closing.current = new AbortController();
    return closing.current.signal;
  };
}
