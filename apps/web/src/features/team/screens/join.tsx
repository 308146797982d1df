import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router-dom';
import { useLogout, useMe } from '@/features/auth/index.ts';
import { formatDate } from '@/shared/lib/format/format.ts';
import { RequestError } from '@/shared/lib/http/request-error.ts';
import { publicPaths, workspacePaths } from '@/shared/lib/navigation/paths.ts';
import { useTitle } from '@/shared/lib/navigation/title.ts';
import { pendingInvite } from '@/shared/lib/session/pending-invite.ts';
import { storedEmail, useSession } from '@/shared/lib/session/session.ts';
import { Button } from '@/shared/ui/actions/button.tsx';
import { ErrorState } from '@/shared/ui/states/error-state.tsx';
import { SkeletonLines } from '@/shared/ui/states/skeleton.tsx';
import { useAcceptInvite, useInvitation } from '../invites-api.ts';

/** The target of an invite link. The token is in the hash, which browsers do not send. */
export function JoinScreen() {
  const { t } = useTranslation('team', { keyPrefix: 'join' });
  const { t: team } = useTranslation('team');
  const { hash } = useLocation();
  const token = hash.slice(1);
  const { data, error, refetch } = useInvitation(token);
  useTitle(t('title'));
  useEffect(() => {
    if (error instanceof RequestError && error.status === 410) pendingInvite.forget();
  }, [error]);
  if (error) {
    return (
      <>
        <h1 className="mb-6 font-semibold text-2xl tracking-tight">{t('title')}</h1>
        <ErrorState error={error} onRetry={refetch} />
      </>
    );
  }
  if (!data) return <SkeletonLines lines={4} />;
  const { workspace, role, email, invitedBy, expiresAt } = data;
  return (
    <>
      <h1 className="break-words font-semibold text-2xl tracking-tight">
        {t('heading', { workspace: workspace.name })}
      </h1>
      <p className="mt-2 text-soft">
        {invitedBy
          ? t('by', { name: invitedBy, role: team(`role.${role}`) })
          : t('as', { role: team(`role.${role}`) })}{' '}
        {team(`roleHint.${role}`)}.
      </p>
      <p className="mt-1 text-soft">
        {email
          ? t('expires', { email, date: formatDate(expiresAt) })
          : t('expiresForAnyone', { date: formatDate(expiresAt) })}
      </p>
      <div className="mt-8 grid gap-3">
        <Answer key={token} token={token} email={email} />
      </div>
    </>
  );
}

function Answer({ token, email }: { token: string; email: string | null }) {
  const signedIn = useSession((session) => session.signedIn);
  return signedIn ? <Accept token={token} invited={email} /> : <SignInFirst token={token} email={email} />;
}

/** Stores the link meanwhile, because the sign-in mail may open another tab. */
function SignInFirst({ token, email }: { token: string; email: string | null }) {
  const { t } = useTranslation('team', { keyPrefix: 'join' });
  const path = `${publicPaths.join}#${token}`;
  const state = { from: path, ...(email ? { email } : {}) };
  const keep = () => {
    pendingInvite.keep(path);
    if (email) storedEmail.write(email);
  };
  return (
    <>
      <Button asChild variant="primary" size="lg">
        <Link to={publicPaths.signup} state={state} onClick={keep}>
          {t('signUp')}
        </Link>
      </Button>
      <Button asChild size="lg">
        <Link to={publicPaths.login} state={state} onClick={keep}>
          {t('logIn')}
        </Link>
      </Button>
    </>
  );
}

function Accept({ token, invited }: { token: string; invited: string | null }) {
  const { t } = useTranslation('team', { keyPrefix: 'join' });
  const me = useMe();
  const accept = useAcceptInvite();
  const logout = useLogout();
  if (me.error && !me.data) return <ErrorState error={me.error} onRetry={me.refetch} />;
  if (!me.data) return <SkeletonLines lines={2} />;
  if (invited && invited !== me.data.email)
    return (
      <>
        <Note>{t('otherEmail', { invited, email: me.data.email })}</Note>
        <Button
          variant="primary"
          size="lg"
          busy={logout.isPending}
          onClick={async () => {
            pendingInvite.keep(`${publicPaths.join}#${token}`);
            await logout.mutateAsync().catch(() => undefined);
          }}
        >
          {t('signOut')}
        </Button>
      </>
    );
  return (
    <>
      {accept.error && <ErrorState error={accept.error} />}
      <Button
        variant="primary"
        size="lg"
        busy={accept.isPending}
        onClick={() =>
          accept.mutate(token, {
            onSuccess: ({ slug }) => {
              pendingInvite.forget();
              window.location.assign(workspacePaths(slug).overview);
            },
          })
        }
      >
        {t('accept')}
      </Button>
      <Button asChild size="lg" variant="ghost">
        <a href={publicPaths.home} onClick={pendingInvite.forget}>
          {t('notNow')}
        </a>
      </Button>
    </>
  );
}

const Note = ({ children }: { children: ReactNode }) => (
  <p role="status" className="rounded-md border border-yellow-line bg-yellow-soft px-3 py-2 text-yellow">
    {children}
  </p>
);
