import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { publicPaths } from '@/shared/lib/navigation/paths.ts';
import { Logo } from '@/shared/ui/layout/logo.tsx';

interface ProblemPageProps {
  title: string;
  hint: ReactNode;
  /** The next action. */
  children: ReactNode;
  details?: ReactNode;
}

export function ProblemPage({ title, hint, children, details }: ProblemPageProps) {
  return (
    <main
      id="content"
      tabIndex={-1}
      className="mx-auto flex min-h-dvh max-w-xl flex-col justify-center gap-3 px-6 py-16 outline-none"
    >
      <Link to={publicPaths.home} className="mb-8 w-fit rounded-sm">
        <Logo />
      </Link>
      <h1 className="font-semibold text-3xl tracking-tight">{title}</h1>
      <p className="text-lg text-soft">{hint}</p>
      <div className="mt-4 flex flex-wrap gap-2">{children}</div>
      {details}
    </main>
  );
}
