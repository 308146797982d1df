import { lazy, Suspense } from 'react';
import { loadWords } from '@/shared/i18n/i18n.ts';
import { useProofRequest } from '../proof-request.ts';

const ProofDialog = lazy(async () => {
  const [module] = await Promise.all([import('./proof-dialog.tsx'), loadWords('security')]);
  return { default: module.ProofDialog };
});

/** Mounted once around the console; loads its dialog when proof is required. */
export function ProofHost() {
  const request = useProofRequest((state) => state.request);
  if (!request) return null;
  return (
    <Suspense>
      <ProofDialog onGiven={request.given} onRefused={request.refused} />
    </Suspense>
  );
}
