import { Check, Info } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { formatRupees } from '@/shared/lib/format/format.ts';
import { publicPaths } from '@/shared/lib/navigation/paths.ts';
import { Button } from '@/shared/ui/actions/button.tsx';
import { Dialog, DialogClose } from '@/shared/ui/dialogs/dialog.tsx';

const monthlyPrice = 499;
const features = ['projects', 'analytics', 'support'] as const;

/** The auto-renewing Pro plan, which differs from the plan of the pricing page. */
export function UpgradeDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('console', { keyPrefix: 'upgrade' });
  return (
    <Dialog
      onClose={onClose}
      size="sm"
      title={t('title')}
      description={t('what')}
      footer={
        <DialogClose asChild>
          <Button asChild variant="primary">
            <Link to={publicPaths.pricing}>{t('compare')}</Link>
          </Button>
        </DialogClose>
      }
    >
      <p className="mb-4 flex gap-2 rounded-md bg-sunken px-3 py-2">
        <Info className="mt-0.5 size-4 shrink-0 text-soft" aria-hidden />
        {t('notBuilt')}
      </p>
      <p className="font-semibold text-3xl tracking-tight">
        {formatRupees(monthlyPrice)}
        <span className="font-normal text-base text-soft">{t('perMonth')}</span>
      </p>
      <ul className="mt-4 grid gap-2">
        {features.map((feature) => (
          <li key={feature} className="flex gap-2">
            <Check className="mt-0.5 size-4 shrink-0 text-accent-text" aria-hidden />
            {t(feature)}
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
