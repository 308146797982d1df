import { lazy, Suspense } from 'react';
import type { CreateApiProps } from './create-api-dialog.tsx';

const Dialog = lazy(() => import('./create-api-dialog.tsx').then((m) => ({ default: m.CreateApiDialog })));

/** Loaded when first opened, because the dialog includes the form library. */
export function CreateApi({ open, ...dialog }: CreateApiProps) {
  return (
    open && (
      <Suspense>
        <Dialog open {...dialog} />
      </Suspense>
    )
  );
}
