import { ChartLine, ListTree, Workflow } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Pending } from '@/shared/ui/pending.tsx';

function useWords(tab: 'logic' | 'workflows' | 'analytics') {
  const { t } = useTranslation('apis');
  return { title: t(`tabs.${tab}`), children: t(`later.${tab}`) };
}

export const LogicScreen = () => <Pending icon={ListTree} {...useWords('logic')} />;
export const WorkflowsScreen = () => <Pending icon={Workflow} {...useWords('workflows')} />;
export const AnalyticsScreen = () => <Pending icon={ChartLine} {...useWords('analytics')} />;
