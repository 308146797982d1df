import type { ComponentType } from 'react';
import type { RouteObject } from 'react-router-dom';
import { analyticsTabs } from '@/features/analytics/index.ts';
import { datasetTabs } from '@/features/datasets/index.ts';
import { docsTabs } from '@/features/docs/index.ts';
import { keyTabs } from '@/features/keys/index.ts';
import { logTabs } from '@/features/logs/index.ts';
import { modelTabs } from '@/features/models/index.ts';
import { rolloutTabs } from '@/features/rollouts/index.ts';
import { testingTabs } from '@/features/testing/index.ts';
import { lazyScreen } from '@/shared/i18n/lazy-screen.ts';

const tab = (load: () => Promise<ComponentType>, ...namespaces: string[]) =>
  lazyScreen(load, 'apis', ...namespaces);
/** Paths relative to /:username. */
export const routes: RouteObject[] = [
  { path: 'apis', lazy: tab(() => import('./screens/api-list.tsx').then((m) => m.prefetchApiList())) },
  {
    path: 'apis/:id',
    lazy: tab(() => import('./screens/api-shell.tsx').then((m) => m.ApiShell)),
    children: [
      {
        index: true,
        lazy: tab(
          () => import('./screens/api-overview.tsx').then((m) => m.ApiOverviewScreen),
          'models',
          'deployments',
          'testing',
          'keys',
          'rollouts',
        ),
      },
      ...datasetTabs,
      ...modelTabs,
      ...testingTabs,
      ...docsTabs,
      ...keyTabs,
      ...rolloutTabs,
      ...logTabs,
      ...analyticsTabs,
      {
        path: 'settings',
        lazy: tab(() => import('./screens/api-settings.tsx').then((m) => m.ApiSettingsScreen)),
      },
      {
        path: 'settings/update',
        lazy: tab(() => import('./screens/api-update.tsx').then((m) => m.ApiUpdateScreen)),
      },
      {
        path: '*',
        lazy: tab(() => import('./screens/other-address.tsx').then((m) => m.OtherAddress), 'problems'),
      },
    ],
  },
];
