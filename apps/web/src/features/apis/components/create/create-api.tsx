import { lazy, Suspense } from 'react';
import type { CreateApiProps } from './create-api-dialog.tsx';

const Dialog = lazy(() => import('./create-api-dialog.tsx').then((m) => ({ default: m.CreateApiDialog })));

/** The dialog brings the form library along, so it is loaded when it is first opened. */
export function CreateApi({ open, ...dialog }: CreateApiProps) {
  return (
    open && (
      <Suspense>
        <Dialog open {...dialog} />
      </Suspense>
    )
  );
}
