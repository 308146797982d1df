import { lazy, Suspense } from 'react';

const Dialog = lazy(() => import('./create-api-dialog.tsx').then((m) => ({ default: m.CreateApiDialog })));

interface CreateApiProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** The dialog brings the form library along, so it is loaded when it is first opened. */
export function CreateApi({ open, onOpenChange }: CreateApiProps) {
  return (
    open && (
      <Suspense>
        <Dialog open onOpenChange={onOpenChange} />
      </Suspense>
    )
  );
}
