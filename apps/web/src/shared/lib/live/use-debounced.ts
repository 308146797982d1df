import { useEffect, useState } from 'react';

/** However a slider is moved or a field typed in, it alone does not reach what the request guard allows in a minute. */
const pauseMs = 600;

/** The value once it has not changed for a moment. */
export function useSettled<T>(value: T): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), pauseMs);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
