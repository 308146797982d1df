import { cloneElement, type ReactElement, type ReactNode, Suspense, useState } from 'react';
import type { ButtonProps } from './button.tsx';

interface LoadedAtPressProps {
  button: ReactElement<ButtonProps>;
  /** Lazy: what opens, with a button of its own that takes the place of this one. */
  children: ReactNode;
}

/** A button whose menu's code comes when it is pressed for the first time; until it is there, the button alone stands. */
export function LoadedAtPress({ button, children }: LoadedAtPressProps) {
  const [wanted, setWanted] = useState(false);
  if (!wanted) return cloneElement(button, { onClick: () => setWanted(true) });
  return <Suspense fallback={button}>{children}</Suspense>;
}
