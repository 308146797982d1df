import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { usePaths } from '@/shared/lib/navigation/paths.ts';
import { useTitle } from '@/shared/lib/navigation/title.ts';
import { Button } from '@/shared/ui/actions/button.tsx';
import { PageHeader } from '@/shared/ui/layout/page-header.tsx';

type Name = 'billing' | 'workflows';

/** A planned feature: what is available today, then what is planned. */
function Planned({ name }: { name: Name }) {
  const { t } = useTranslation('planned');
  const paths = usePaths();
  useTitle(t(`${name}.title`));
  const parts = ['one', 'two', 'three'] as const;
  return (
    <>
      <PageHeader title={t(`${name}.title`)} description={t('notBuilt')} />
      <section className="grid max-w-2xl justify-items-start gap-2 rounded-lg border bg-surface px-5 py-4">
        <h2 className="font-semibold">{t('today')}</h2>
        <p className="text-soft">{t(`${name}.meanwhile`)}</p>
        <Button asChild className="mt-2">
          <Link to={paths.apis}>{t('toApis')}</Link>
        </Button>
      </section>
      <h2 className="mt-6 mb-2 font-semibold">{t('plans')}</h2>
      <dl className="max-w-2xl divide-y border-y">
        {parts.map((part) => (
          <div key={part} className="grid gap-1 py-4 sm:grid-cols-[12rem_1fr] sm:gap-6">
            <dt className="font-medium">{t(`${name}.${part}`)}</dt>
            <dd className="text-soft">{t(`${name}.${part}Holds`)}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}

export const WorkflowsScreen = () => <Planned name="workflows" />;
export const BillingScreen = () => <Planned name="billing" />;
