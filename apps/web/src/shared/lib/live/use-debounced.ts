import { useEffect, useState } from 'react';

/** Moving one slider or typing in one field can't exceed the request guard's limit per minute. */
const pauseMs = 600;

/** The value after a pause without changes. */
export function useDebounced<T>(value: T): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), pauseMs);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
