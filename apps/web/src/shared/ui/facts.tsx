import { Fragment, type ReactNode } from 'react';

/** Names and values, one a line. */
export function Facts({ items }: { items: readonly { label: string; value: ReactNode }[] }) {
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-1.5">
      {items.map(({ label, value }) => (
        <Fragment key={label}>
          <dt className="text-soft">{label}</dt>
          <dd className="min-w-0 break-words text-right">{value}</dd>
        </Fragment>
      ))}
    </dl>
  );
}
