import { Check } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { formatRupees } from '@/shared/lib/format/format.ts';
import { publicPaths } from '@/shared/lib/navigation/paths.ts';
import { useTitle } from '@/shared/lib/navigation/title.ts';
import { Button } from '@/shared/ui/actions/button.tsx';
import { FieldFrame } from '@/shared/ui/forms/field.tsx';
import { Switch } from '@/shared/ui/forms/switch.tsx';
import { Badge } from '@/shared/ui/layout/badge.tsx';
import { type Plan, plans } from '../plans.ts';

export function PricingScreen() {
  const { t } = useTranslation('site', { keyPrefix: 'pricing' });
  const [yearly, setYearly] = useState(false);
  useTitle(t('title'));
  return (
    <div className="mx-auto max-w-6xl px-4 py-16 sm:px-6">
      <div className="flex flex-wrap items-end justify-between gap-6">
        <div>
          <h1 className="font-semibold text-3xl tracking-tight">{t('title')}</h1>
          <p className="mt-3 max-w-2xl text-lg text-soft">{t('lead')}</p>
        </div>
        <FieldFrame label={t('switch')} inline>
          {(ties) => <Switch {...ties} value={yearly} onChange={setYearly} />}
        </FieldFrame>
      </div>
      <div className="mt-10 grid divide-y overflow-hidden rounded-lg border bg-surface sm:grid-cols-2 sm:divide-y-0 lg:grid-cols-4 lg:divide-x">
        {plans.map((plan) => (
          <PlanCard key={plan.id} plan={plan} yearly={yearly} />
        ))}
      </div>
      <p className="mt-6 max-w-3xl text-soft">{t('selfHosted')}</p>
    </div>
  );
}

function PlanCard({ plan, yearly }: { plan: Plan; yearly: boolean }) {
  const { t } = useTranslation('site', { keyPrefix: 'pricing' });
  const { id } = plan;
  return (
    <section aria-labelledby={`plan-${id}`} className="flex flex-col p-5">
      <div className="flex min-h-6 items-center gap-2">
        <h2 id={`plan-${id}`} className="font-semibold text-lg">
          {t(`${id}.name`)}
        </h2>
        {id === 'pro' && yearly && <Badge tone="accent">{t('save')}</Badge>}
      </div>
      <Price plan={plan} yearly={yearly} />
      <Button asChild variant={id === 'pro' ? 'primary' : 'secondary'} className="mt-5">
        <Link to={id === 'free' || id === 'pro' ? publicPaths.signup : publicPaths.help}>
          {t(`${id}.action`)}
        </Link>
      </Button>
      <ul className="mt-6 grid content-start gap-2.5">
        {plan.features.map((feature) => (
          <li key={feature} className="flex gap-2 text-soft">
            <Check className="mt-0.5 size-4 shrink-0 text-accent-text" aria-hidden />
            {t(`features.${feature}`)}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Price({ plan, yearly }: { plan: Plan; yearly: boolean }) {
  const { t } = useTranslation('site', { keyPrefix: 'pricing' });
  const amount = yearly ? plan.yearly : plan.monthly;
  if (amount === null)
    return <p className="mt-3 min-h-16 font-semibold text-2xl tracking-tight">{t('custom')}</p>;
  const period =
    plan.id === 'free' ? t('forever') : plan.id === 'pro' && yearly ? t('perYear') : t('perMonth');
  return (
    <div className="mt-3 min-h-16">
      <p className="font-semibold text-3xl tabular-nums tracking-tight">
        {formatRupees(amount)} <span className="font-normal text-base text-soft">{period}</span>
      </p>
      {plan.id === 'team' && yearly && <p className="text-soft text-sm">{t('billedYearly')}</p>}
    </div>
  );
}
