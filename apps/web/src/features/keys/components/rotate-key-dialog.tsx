import type { ApiKey } from '@rowcast/contracts/domain/apis/key';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@/shared/ui/actions/button.tsx';
import { Dialog } from '@/shared/ui/dialogs/dialog.tsx';
import { FieldFrame } from '@/shared/ui/forms/field.tsx';
import { Select } from '@/shared/ui/forms/select.tsx';
import { useRotateKey } from '../api.ts';
import { KeyDialogFooter } from './key-dialog-footer.tsx';
import { ShownOnce } from './shown-once.tsx';

const overlaps = ['0', '3600', '86400', '604800'] as const;

interface RotateKeyDialogProps {
  apiId: string;
  apiKey: ApiKey;
  onClose: () => void;
}

/**
 * Creates a replacement with the same permissions; the old key stays valid until clients have switched. Rendered
 * outside the list, which refreshes while the new key is still shown.
 */
export function RotateKeyDialog({ apiId, apiKey, onClose }: RotateKeyDialogProps) {
  const { t } = useTranslation('keys');
  const [overlap, setOverlap] = useState<(typeof overlaps)[number]>('86400');
  const rotate = useRotateKey(apiId);
  const made = rotate.data;
  return (
    <Dialog
      onClose={onClose}
      title={made ? t('create.made', { name: made.name }) : t('rotate.title', { name: apiKey.name })}
      description={made ? undefined : t('rotate.description')}
      dismissable={!made && !rotate.isPending}
      footer={
        <KeyDialogFooter
          made={Boolean(made)}
          busy={rotate.isPending}
          action={
            <Button
              variant="primary"
              busy={rotate.isPending}
              onClick={() => rotate.mutate({ keyId: apiKey.id, overlapSeconds: Number(overlap) })}
            >
              {t('rotate.action')}
            </Button>
          }
        />
      }
    >
      {made ? (
        <ShownOnce apiKey={made.key} />
      ) : (
        <FieldFrame label={t('rotate.overlap')} hint={t('rotate.overlapHint')}>
          {(ties) => (
            <Select
              {...ties}
              value={overlap}
              onChange={setOverlap}
              options={overlaps.map((value) => ({ value, label: t(`overlap.${value}`) }))}
            />
          )}
        </FieldFrame>
      )}
    </Dialog>
  );
}
