import { Tabs as Radix } from 'radix-ui';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { NavLink, useLocation } from 'react-router-dom';
import { cn } from '../../lib/class-names.ts';

const listClasses = cn(
  '-mb-px flex gap-0.5 overflow-x-auto [scrollbar-width:none]',
  // The row fades out on each side that has more tabs.
  'data-[more=after]:[mask-image:linear-gradient(to_left,transparent,#000_2.5rem)]',
  'data-[more=before]:[mask-image:linear-gradient(to_right,transparent,#000_2.5rem)]',
  'data-[more=both]:[mask-image:linear-gradient(to_right,transparent,#000_2.5rem,#000_calc(100%-2.5rem),transparent)]',
);
const panelClasses = 'rounded-sm focus-visible:outline-offset-4';
// The row clips overflow, so the focus ring stays inside and clear of the underline.
const tabClasses =
  'relative -mb-px flex h-9 max-sm:h-11 shrink-0 items-center gap-1.5 border-b-2 border-transparent px-2 font-medium text-soft transition-colors hover:text-text focus-visible:-outline-offset-4';

interface TabsProps<V extends string> {
  label: string;
  value: V;
  onChange: (value: V) => void;
  tabs: readonly { value: V; label: ReactNode; content?: ReactNode }[];
  className?: string;
  /** A panel shared by all tabs. It stays mounted, with its focus, when the tab changes. */
  children?: ReactNode;
}

/** Marks on which sides a scrolling row has more tabs. */
function markMore(row: HTMLElement): void {
  const before = row.scrollLeft > 1;
  const after = row.scrollLeft + row.clientWidth < row.scrollWidth - 1;
  row.dataset.more = before && after ? 'both' : before ? 'before' : after ? 'after' : '';
}

/** On a narrow screen the tab list scrolls to centre the current tab. */
function useCurrentInView(current: string, selector: string) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const row = list.current;
    if (!row) return;
    const mark = () => markMore(row);
    row.addEventListener('scroll', mark, { passive: true });
    window.addEventListener('resize', mark);
    return () => {
      row.removeEventListener('scroll', mark);
      window.removeEventListener('resize', mark);
    };
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another value makes another tab the current one
  useEffect(() => {
    // Measured with the next frame: at once, it would add a second layout of the page.
    const frame = requestAnimationFrame(() => {
      const row = list.current;
      const tab = row?.querySelector<HTMLElement>(selector);
      if (row && tab) row.scrollLeft = tab.offsetLeft - (row.clientWidth - tab.clientWidth) / 2;
      if (row) markMore(row);
    });
    return () => cancelAnimationFrame(frame);
  }, [current]);
  return list;
}

/** Tabs within one screen. */
export function Tabs<V extends string>({ label, value, onChange, tabs, className, children }: TabsProps<V>) {
  const id = useId();
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
              {...(children ? { id: `${id}-${tab.value}`, 'aria-controls': `${id}-panel` } : {})}
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
        // Radix.Content would compute the style of the page while it mounts.
        <div
          role="tabpanel"
          id={`${id}-panel`}
          aria-labelledby={`${id}-${value}`}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: as in the tabs pattern of the ARIA guide
          tabIndex={0}
          className={cn(panelClasses, 'pt-5')}
        >
          {children}
        </div>
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
