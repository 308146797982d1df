import { Fragment, type ReactNode } from 'react';

interface Fact {
  label: string;
  /** Whether the label is code. */
  code?: boolean;
  value: ReactNode;
}

/** A list of names and values. */
export function Facts({ items }: { items: readonly Fact[] }) {
  return (
    <dl className="grid grid-cols-[fit-content(60%)_minmax(0,1fr)] gap-x-6 gap-y-1.5">
      {items.map(({ label, code, value }) => (
        <Fragment key={label}>
          <dt className="text-soft [overflow-wrap:anywhere]">
            {code ? <code className="font-mono text-sm">{label}</code> : label}
          </dt>
          <dd className="min-w-0 break-words text-right">{value}</dd>
        </Fragment>
      ))}
    </dl>
  );
}
