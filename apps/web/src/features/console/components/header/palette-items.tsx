import { Command } from 'cmdk';
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

/** Commands of one kind. */
export function Group({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <Command.Group
      heading={heading}
      className="[&_[cmdk-group-heading]]:px-2.5 [&_[cmdk-group-heading]]:pt-2 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-faint [&_[cmdk-group-heading]]:text-xs"
    >
      {children}
    </Command.Group>
  );
}

interface ItemProps {
  icon: LucideIcon;
  value: string;
  /** Additional search terms. */
  keywords?: string[];
  onSelect: () => void;
  children: ReactNode;
}

/** One command of the palette. */
export function Item({ icon: Icon, children, ...item }: ItemProps) {
  return (
    <Command.Item
      {...item}
      className="flex cursor-default items-center gap-2.5 rounded-md px-2.5 py-2 -outline-offset-2 outline-focus data-[selected=true]:bg-hover data-[selected=true]:outline-2"
    >
      <Icon className="size-4 shrink-0 text-faint" aria-hidden />
      <span className="truncate">{children}</span>
    </Command.Item>
  );
}
