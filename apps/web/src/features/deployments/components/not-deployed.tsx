import { Rocket } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { usePaths } from '@/shared/lib/navigation/paths.ts';
import { Button } from '@/shared/ui/actions/button.tsx';
import { EmptyState } from '@/shared/ui/states/empty-state.tsx';

interface NotDeployedProps {
  apiId: string;
  /** The title names what is missing. */
  title: string;
  hint: string;
}

/** An empty state for features that need a deployed model. */
export function NotDeployed({ apiId, title, hint }: NotDeployedProps) {
  const { t } = useTranslation('deployments');
  const paths = usePaths();
  return (
    <EmptyState
      icon={Rocket}
      title={title}
      hint={hint}
      action={
        <Button asChild variant="primary">
          <Link to={paths.apiTab(apiId, 'models')}>{t('toModels')}</Link>
        </Button>
      }
    />
  );
}
