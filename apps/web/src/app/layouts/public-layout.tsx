import { useTranslation } from 'react-i18next';
import { Link, Outlet } from 'react-router-dom';
import { PreferencesMenu } from '@/features/settings/index.ts';
import { publicPaths } from '@/shared/lib/navigation/paths.ts';
import { useSession } from '@/shared/lib/session/session.ts';
import { Button } from '@/shared/ui/actions/button.tsx';
import { Logo } from '@/shared/ui/layout/logo.tsx';

function PublicHeader() {
  const { t } = useTranslation();
  const signedIn = useSession((session) => session.signedIn);
  const link = 'rounded-sm px-2 py-1 text-soft hover:text-text';
  return (
    <header className="sticky top-0 z-30 border-b bg-canvas">
      <div className="mx-auto flex min-h-14 max-w-6xl flex-wrap items-center gap-x-3 px-4 max-md:pt-2 sm:px-6">
        <Link to={publicPaths.home} className="rounded-sm">
          <Logo />
        </Link>
        <nav
          aria-label={t('nav.site')}
          className="flex gap-1 max-md:order-last max-md:-mx-2 max-md:w-full max-md:pb-2 md:ml-3"
        >
          <Link to="/#features" className={link}>
            {t('nav.features')}
          </Link>
          <Link to="/#dashboard" className={link}>
            {t('nav.dashboard')}
          </Link>
        </nav>
        <div className="ml-auto flex items-center gap-1.5">
          <PreferencesMenu />
          {signedIn ? (
            <Button asChild variant="primary">
              <Link to={publicPaths.login}>{t('nav.openConsole')}</Link>
            </Button>
          ) : (
            <>
              <Button asChild variant="ghost">
                <Link to={publicPaths.login}>{t('nav.login')}</Link>
              </Button>
              <Button asChild variant="primary">
                <Link to={publicPaths.signup}>{t('nav.signup')}</Link>
              </Button>
            </>
          )}
        </div>
      </div>
    </header>
  );
}

function PublicFooter() {
  const { t } = useTranslation();
  const link = 'rounded-sm hover:text-text hover:underline';
  return (
    <footer className="border-t">
      <div className="mx-auto flex max-w-6xl flex-wrap items-center justify-between gap-4 px-4 py-8 text-soft text-sm sm:px-6">
        <p>{t('footer.line')}</p>
        <nav aria-label={t('nav.footer')} className="flex gap-5">
          <Link to={publicPaths.about} className={link}>
            {t('nav.about')}
          </Link>
          <Link to={publicPaths.help} className={link}>
            {t('nav.help')}
          </Link>
          <Link to={publicPaths.pricing} className={link}>
            {t('nav.pricing')}
          </Link>
        </nav>
      </div>
    </footer>
  );
}

export function PublicLayout() {
  return (
    <div className="flex min-h-dvh flex-col">
      <PublicHeader />
      <main id="content" tabIndex={-1} className="flex-1 outline-none">
        <Outlet />
      </main>
      <PublicFooter />
    </div>
  );
}
