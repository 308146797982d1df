import { ListTree, type LucideIcon, Workflow } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { usePaths } from '@/shared/lib/navigation/paths.ts';
import { Button } from '@/shared/ui/actions/button.tsx';
import { Pending } from '@/shared/ui/states/pending.tsx';
import { useCurrentApi } from '../current-api.ts';

interface LaterProps {
  tab: 'logic' | 'workflows';
  icon: LucideIcon;
  /** The tab that replaces it for now. */
  instead: 'settings' | 'models';
}

function Later({ tab, icon, instead }: LaterProps) {
  const { t } = useTranslation('apis');
  const { id } = useCurrentApi();
  const paths = usePaths();
  return (
    <Pending
      icon={icon}
      title={t('later.title', { tab: t(`tabs.${tab}`) })}
      action={
        <Button asChild>
          <Link to={paths.apiTab(id, instead)}>{t(`later.open.${instead}`)}</Link>
        </Button>
      }
    >
      {t(`later.${tab}`)}
    </Pending>
  );
}

export const LogicScreen = () => <Later tab="logic" icon={ListTree} instead="settings" />;
export const WorkflowsScreen = () => <Later tab="workflows" icon={Workflow} instead="models" />;
