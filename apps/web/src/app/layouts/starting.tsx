import { Logo } from '@/shared/ui/layout/logo.tsx';

/** Shown only while the first screen loads. The logo has the same position as in the console. */
export function Starting() {
  return (
    <div className="min-h-dvh" aria-busy="true">
      <div className="flex h-14 items-center border-b px-3 sm:px-4">
        <span className="px-1.5 max-lg:ml-11">
          <Logo />
        </span>
      </div>
    </div>
  );
}
