import { useTranslation } from 'react-i18next';
import { useTitle } from '@/shared/lib/title.ts';
import { PageHeader } from '@/shared/ui/page-header.tsx';

type Name = 'billing';

function Planned({ name }: { name: Name }) {
  const { t } = useTranslation('planned');
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
    </>
  );
}

export const BillingScreen = () => <Planned name="billing" />;
