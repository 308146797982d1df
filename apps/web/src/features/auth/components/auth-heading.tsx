import type { ReactNode } from 'react';
import { useTitle } from '@/shared/lib/navigation/title.ts';

interface AuthHeadingProps {
  title: string;
  /** What is to be done here, in a line. */
  children?: ReactNode;
}

/** What a screen of signing in begins with; its title stands in the browser's tab as well. */
export function AuthHeading({ title, children }: AuthHeadingProps) {
  useTitle(title);
  return (
    <>
      <h1 className="font-semibold text-2xl tracking-tight">{title}</h1>
      {children && <p className="mt-1 text-soft">{children}</p>}
    </>
  );
}
