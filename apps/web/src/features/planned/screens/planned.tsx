import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { usePaths } from '@/shared/lib/paths.ts';
import { useTitle } from '@/shared/lib/title.ts';
import { Button } from '@/shared/ui/button.tsx';
import { PageHeader } from '@/shared/ui/page-header.tsx';

type Name = 'billing' | 'workflows';

function Planned({ name }: { name: Name }) {
  const { t } = useTranslation('planned');
  const paths = usePaths();
  useTitle(t(`${name}.title`));
  const parts = ['one', 'two', 'three'] as const;
  return (
    <>
      <PageHeader title={t(`${name}.title`)} description={t('notBuilt')} />
      <dl className="max-w-2xl divide-y border-y">
        {parts.map((part) => (
          <div key={part} className="grid gap-1 py-4 sm:grid-cols-[12rem_1fr] sm:gap-6">
            <dt className="font-medium">{t(`${name}.${part}`)}</dt>
            <dd className="text-soft">{t(`${name}.${part}Holds`)}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-4 max-w-2xl text-soft">{t(`${name}.meanwhile`)}</p>
      <Button asChild className="mt-4">
        <Link to={paths.apis}>{t('toApis')}</Link>
      </Button>
    </>
  );
}

export const WorkflowsScreen = () => <Planned name="workflows" />;
export const BillingScreen = () => <Planned name="billing" />;
