import type { User } from '@rowcast/contracts/domain/people/user';
import { useParams } from 'react-router-dom';

/** All URLs of the console. */
export const publicPaths = {
  home: '/',
  about: '/about',
  help: '/help',
  pricing: '/pricing',
  login: '/login',
  signup: '/signup',
  verify: '/verify',
  verifyEmail: '/verify-email',
  verifyMfa: '/verify-mfa',
  forgotPassword: '/forgot-password',
  resetPassword: '/reset-password',
  join: '/join',
} as const;

export function workspacePaths(username: string) {
  const root = `/${username}`;
  return {
    overview: root,
    start: `${root}/start`,
    /** The first model of a dataset. */
    startWith: (datasetId: string) => `${root}/start/${datasetId}`,
    apis: `${root}/apis`,
    newApi: `${root}/apis?create=true`,
    api: (id: string) => `${root}/apis/${id}`,
    apiTab: (id: string, tab: string) => `${root}/apis/${id}/${tab}`,
    datasets: `${root}/datasets`,
    dataset: (id: string) => `${root}/datasets/${id}`,
    profile: `${root}/profile`,
    invite: `${root}/invite`,
    settings: `${root}/settings`,
    audit: `${root}/audit`,
    notifications: `${root}/notifications`,
  };
}

/** The start page: the person's own workspace comes first. */
export const homeOf = ({ username, workspaces }: Pick<User, 'username' | 'workspaces'>) =>
  workspacePaths(workspaces[0]?.slug ?? username);

export type WorkspacePaths = ReturnType<typeof workspacePaths>;

/** URLs in the current workspace. */
export function usePaths(): WorkspacePaths {
  const { username = '' } = useParams();
  return workspacePaths(username);
}
