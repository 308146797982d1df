import { CircleOff } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { usePaths } from '@/shared/lib/navigation/paths.ts';
import { useTitle } from '@/shared/lib/navigation/title.ts';
import { Button } from '@/shared/ui/actions/button.tsx';
import { EmptyState } from '@/shared/ui/states/empty-state.tsx';

/** The 404 page beside the navigation. */
export function NotFoundInConsole() {
  const { t } = useTranslation('problems');
  const paths = usePaths();
  useTitle(t('notFound.title'));
  return (
    <EmptyState
      icon={CircleOff}
      heading="h1"
      title={t('notFound.title')}
      hint={t('notFound.hint')}
      action={
        <Button asChild variant="primary">
          <Link to={paths.overview}>{t('goHome')}</Link>
        </Button>
      }
    />
  );
}
