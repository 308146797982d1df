import { useEffect, useRef } from 'react';

/** Begins something that only who leaves the dialog open waits for: gives a signal that its closing aborts. */
export function useUntilClosed(open = true): () => AbortSignal {
  const closing = useRef<AbortController>(undefined);
  useEffect(() => (open ? () => closing.current?.abort() : undefined), [open]);
  return () => {
    closing.current = new AbortController();
    return closing.current.signal;
  };
}
