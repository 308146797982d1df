import { KeyRound } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useDeniedReason } from '@/features/auth/index.ts';
import { usePaths } from '@/shared/lib/navigation/paths.ts';
import { Button } from '@/shared/ui/actions/button.tsx';
import { useKeys } from '../api.ts';
import { hasEnded } from '../key-has-ended.ts';

/** Links to the keys. Without a working key, links to the dialog that creates one, if permitted. */
export function KeysLink({ apiId }: { apiId: string }) {
  const { t } = useTranslation('keys');
  const paths = usePaths();
  const writeDeniedReason = useDeniedReason('Write');
  const { data: keys } = useKeys(apiId);
  const isWithout = !writeDeniedReason && keys?.every(hasEnded) === true;
  return (
    <Button asChild size="sm" variant={isWithout ? 'primary' : 'secondary'}>
      <Link to={`${paths.apiTab(apiId, 'settings/keys')}${isWithout ? '?create=true' : ''}`}>
        <KeyRound aria-hidden />
        {isWithout ? t('createFirst') : t('title')}
      </Link>
    </Button>
  );
}
