import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { publicPaths } from '@/shared/lib/navigation/paths.ts';
import { useTitle } from '@/shared/lib/navigation/title.ts';
import { Button } from '@/shared/ui/actions/button.tsx';
import { ProblemPage } from '../components/problem-page.tsx';

export function NotFoundScreen() {
  const { t } = useTranslation('problems');
  useTitle(t('notFound.title'));
  return (
    <ProblemPage title={t('notFound.title')} hint={t('notFound.hint')}>
      <Button asChild variant="primary">
        <Link to={publicPaths.home}>{t('goHome')}</Link>
      </Button>
    </ProblemPage>
  );
}
