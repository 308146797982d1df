import { Logo } from '@/shared/ui/layout/logo.tsx';

/** Shown only while the first screen's code is on its way; the logo stands where the console will have it. */
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
