import { Tabs as Radix } from 'radix-ui';
import { type ReactNode, useEffect, useRef } from 'react';
import { NavLink, useLocation } from 'react-router-dom';
import { cn } from '../../lib/class-names.ts';

const listClasses = '-mb-px flex gap-0.5 overflow-x-auto [scrollbar-width:none]';
const panelClasses = 'rounded-sm focus-visible:outline-offset-4';
// The row clips overflow, so the focus ring stays inside and clear of the underline.
const tabClasses =
  'relative -mb-px flex h-9 shrink-0 items-center gap-1.5 border-b-2 border-transparent px-2 font-medium text-soft transition-colors hover:text-text focus-visible:-outline-offset-4';

interface TabsProps<V extends string> {
  label: string;
  value: V;
  onChange: (value: V) => void;
  tabs: readonly { value: V; label: ReactNode; content?: ReactNode }[];
  className?: string;
  /** A panel shared by all tabs. It stays mounted, with its focus, when the tab changes. */
  children?: ReactNode;
}

/** On a narrow screen the tab list scrolls to centre the current tab. */
function useCurrentInView(current: string, selector: string) {
  const list = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another value makes another tab the current one
  useEffect(() => {
    const row = list.current;
    const tab = row?.querySelector<HTMLElement>(selector);
    if (row && tab) row.scrollLeft = tab.offsetLeft - (row.clientWidth - tab.clientWidth) / 2;
  }, [current]);
  return list;
}

/** Tabs within one screen. */
export function Tabs<V extends string>({ label, value, onChange, tabs, className, children }: TabsProps<V>) {
  const list = useCurrentInView(value, '[data-state=active]');
  return (
    <Radix.Root
      value={value}
      onValueChange={(next) => onChange(next as V)}
      className={cn('min-w-0', className)}
    >
      <div className="relative border-b">
        <Radix.List ref={list} aria-label={label} className={listClasses}>
          {tabs.map((tab) => (
            <Radix.Trigger
              key={tab.value}
              value={tab.value}
              className={cn(
                tabClasses,
                'data-[state=active]:border-accent-text data-[state=active]:text-text',
              )}
            >
              {tab.label}
            </Radix.Trigger>
          ))}
        </Radix.List>
      </div>
      {children ? (
        <Radix.Content value={value} className={cn(panelClasses, 'pt-5')}>
          {children}
        </Radix.Content>
      ) : (
        tabs.map((tab) => (
          <Radix.Content
            key={tab.value}
            value={tab.value}
            className={cn(panelClasses, tab.content && 'pt-5')}
          >
            {tab.content}
          </Radix.Content>
        ))
      )}
    </Radix.Root>
  );
}

interface TabLinksProps {
  label: string;
  links: readonly { to: string; label: ReactNode; end?: boolean }[];
}

/** Tabs that are links. */
export function TabLinks({ label, links }: TabLinksProps) {
  const { pathname } = useLocation();
  const list = useCurrentInView(pathname, '[aria-current=page]');
  return (
    <nav aria-label={label} className="relative border-b">
      <div ref={list} className={listClasses}>
        {links.map(({ to, label: text, end = false }) => (
          <NavLink
            key={to}
            to={to}
            end={end}
            className={cn(tabClasses, 'aria-[current=page]:border-accent-text aria-[current=page]:text-text')}
          >
            {text}
          </NavLink>
        ))}
      </div>
    </nav>
  );
}
