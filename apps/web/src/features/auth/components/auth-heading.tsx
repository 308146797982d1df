import type { ReactNode } from 'react';
import { useTitle } from '@/shared/lib/navigation/title.ts';

interface AuthHeadingProps {
  title: string;
  /** One line of instructions. */
  children?: ReactNode;
}

/** The heading of a sign-in screen, which also sets the document title. */
export function AuthHeading({ title, children }: AuthHeadingProps) {
  useTitle(title);
  return (
    <>
      <h1 className="font-semibold text-2xl tracking-tight">{title}</h1>
      {children && <p className="mt-1 text-soft">{children}</p>}
    </>
  );
}
