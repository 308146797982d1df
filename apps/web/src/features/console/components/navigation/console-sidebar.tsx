import { Navigation } from './navigation.tsx';

export function ConsoleSidebar() {
  return (
    <div className="sticky top-14 hidden h-[calc(100dvh-3.5rem)] w-56 shrink-0 overflow-y-auto border-r px-3 py-4 lg:block">
      <Navigation />
    </div>
  );
}
