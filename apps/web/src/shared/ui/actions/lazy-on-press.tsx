import { cloneElement, type ReactElement, type ReactNode, Suspense, useState } from 'react';
import type { ButtonProps } from './button.tsx';

interface LoadedAtPressProps {
  button: ReactElement<ButtonProps>;
  /** The lazy menu, with its own trigger that replaces this button. */
  children: ReactNode;
}

/** A button that loads its menu at the first press. */
export function LazyOnPress({ button, children }: LoadedAtPressProps) {
  const [isPressed, setIsPressed] = useState(false);
  if (!isPressed) return cloneElement(button, { onClick: () => setIsPressed(true) });
  return <Suspense fallback={button}>{children}</Suspense>;
}
