import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { publicPaths } from '@/shared/lib/navigation/paths.ts';
import { useTitle } from '@/shared/lib/navigation/title.ts';
import { useSession } from '@/shared/lib/session/session.ts';
import { Button } from '@/shared/ui/actions/button.tsx';
import { ScrollRegion } from '@/shared/ui/layout/scroll-region.tsx';
import { Playground } from '../playground/playground.tsx';

const features = ['check', 'baseline', 'live', 'contract', 'swap', 'bundle'] as const;

export function LandingScreen() {
  const { t } = useTranslation(['landing', 'app']);
  const signedIn = useSession((session) => session.signedIn);
  useTitle(undefined);
  return (
    <div className="mx-auto max-w-6xl px-4 sm:px-6">
      <section className="pt-16 pb-12 sm:pt-24 sm:pb-16">
        <h1 className="max-w-3xl font-semibold text-3xl tracking-tight sm:text-4xl">{t('title')}</h1>
        <p className="mt-4 max-w-2xl text-lg text-soft leading-7">{t('lead')}</p>
        <div className="mt-8 flex flex-wrap gap-2">
          <Button asChild variant="primary" size="lg">
            {signedIn ? (
              <Link to={publicPaths.login}>{t('app:nav.openConsole')}</Link>
            ) : (
              <Link to={publicPaths.signup}>{t('start')}</Link>
            )}
          </Button>
          <Button asChild size="lg">
            <a href="#features">{t('how')}</a>
          </Button>
        </div>
      </section>
      <section id="dashboard" aria-labelledby="dashboard-title">
        <h2 id="dashboard-title" className="sr-only">
          {t('playground.title')}
        </h2>
        <Playground />
        <p className="mt-3 max-w-3xl text-faint text-sm">{t('playground.honest')}</p>
      </section>
      <section id="features" aria-labelledby="features-title" className="py-20">
        <h2 id="features-title" className="font-semibold text-2xl tracking-tight">
          {t('features.title')}
        </h2>
        <dl className="mt-8 grid gap-x-10 sm:grid-cols-2 lg:grid-cols-3">
          {features.map((feature) => (
            <div key={feature} className="border-t py-6">
              <dt className="font-medium">{t(`features.${feature}.title`)}</dt>
              <dd className="mt-1.5 text-soft leading-6">{t(`features.${feature}.text`)}</dd>
            </div>
          ))}
        </dl>
      </section>
      <section className="grid items-start gap-8 border-t py-20 lg:grid-cols-[2fr_3fr]">
        <div>
          <h2 className="font-semibold text-2xl tracking-tight">{t('own.title')}</h2>
          <p className="mt-3 text-soft leading-6">{t('own.text')}</p>
        </div>
        <ScrollRegion label={t('own.title')} className="rounded-lg border bg-sunken px-4 py-4">
          <pre className="font-mono text-sm leading-6">
            <span className="text-faint">{`# ${t('own.first')}\n`}</span>
            {'npm start\n\n'}
            <span className="text-faint">{`# ${t('own.second')}\n`}</span>
            {`curl ${window.location.origin}/api/v1/predict/API_ID \\\n  -H "Authorization: Bearer $ROWCAST_API_KEY" \\\n  -H "Content-Type: text/csv" \\\n  --data-binary @rows.csv`}
          </pre>
        </ScrollRegion>
      </section>
    </div>
  );
}
