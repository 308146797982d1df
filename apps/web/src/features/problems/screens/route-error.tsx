import { Button } from '@/shared/ui/actions/button.tsx';

// In English and without catalogues, because loading a catalogue may be what failed.
function describe(error: unknown): string {
  if (error instanceof Error) return error.stack ?? error.message;
  return typeof error === 'string' ? error : JSON.stringify(error, null, 2);
}

export function RouteError({ error }: { error: unknown }) {
  const outdated = error instanceof TypeError && /import|module/i.test(error.message);
  return (
    <section role="alert" className="mx-auto grid max-w-2xl gap-3 px-6 py-20">
      <h1 className="font-semibold text-2xl tracking-tight">Unexpected Application Error!</h1>
      <p className="text-soft">
        {outdated
          ? 'A part of this page could not be loaded. The console may have been updated, or the connection is down. Reload to get the current version.'
          : 'This screen stopped working. What you saved is safe. Reload the page; if it happens again, send the details to your administrator.'}
      </p>
      <div className="mt-2">
        <Button variant="primary" onClick={() => window.location.reload()}>
          Reload
        </Button>
      </div>
      <details className="mt-4 text-sm">
        <summary className="text-soft">Details</summary>
        <pre className="mt-2 overflow-x-auto rounded-lg border bg-sunken p-3 font-mono text-sm">
          {describe(error)}
        </pre>
      </details>
    </section>
  );
}
