import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@/shared/ui/actions/button.tsx';
import { Dialog } from '@/shared/ui/dialogs/dialog.tsx';
import { ErrorState } from '@/shared/ui/states/error-state.tsx';
import { SkeletonLines } from '@/shared/ui/states/skeleton.tsx';
import { useProofMethods } from '../proof-api.ts';
import { CodeProof } from './code-proof.tsx';
import { PasswordProof } from './password-proof.tsx';

interface ProofDialogProps {
  onGiven: () => void;
  onRefused: () => void;
}

/** Asks for the authenticator's code if enabled, otherwise for the password or an e-mailed code. */
export function ProofDialog({ onGiven, onRefused }: ProofDialogProps) {
  const { t } = useTranslation('security', { keyPrefix: 'proof' });
  const { data, error, refetch } = useProofMethods();
  const [byMail, setByMail] = useState(false);
  const methods = data?.methods ?? [];
  const withPassword = methods.includes('password') && !byMail;
  return (
    <Dialog onClose={onRefused} title={t('title')} description={t('description')} size="sm">
      {error && <ErrorState error={error} onRetry={refetch} />}
      {!data && !error && <SkeletonLines lines={2} />}
      {methods.includes('totp') && <CodeProof method="totp" onGiven={onGiven} />}
      {withPassword && (
        <>
          <PasswordProof onGiven={onGiven} />
          <Button variant="ghost" className="mt-2 w-full" onClick={() => setByMail(true)}>
            {t('byMail')}
          </Button>
        </>
      )}
      {methods.includes('email') && !withPassword && <CodeProof method="email" onGiven={onGiven} />}
    </Dialog>
  );
}
