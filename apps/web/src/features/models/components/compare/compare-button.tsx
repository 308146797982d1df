import { Scale } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { usePaths } from '@/shared/lib/navigation/paths.ts';
import { Button } from '@/shared/ui/actions/button.tsx';
import { useModels } from '../../api.ts';

/** Links to the comparison of two versions. Hidden with fewer than two. */
export function CompareButton({ apiId }: { apiId: string }) {
  const { t } = useTranslation('models');
  const paths = usePaths();
  const ready = useModels({ apiId, status: 'ready', limit: 1 }).data?.pagination.total ?? 0;
  if (ready < 2) return null;
  return (
    <Button asChild>
      <Link to={paths.apiTab(apiId, 'models/compare')}>
        <Scale aria-hidden />
        {t('compare.open')}
      </Link>
    </Button>
  );
}
