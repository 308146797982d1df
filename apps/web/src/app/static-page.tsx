import type { ResourceLanguage } from 'i18next';
import { type ReactNode, Suspense } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { prerender } from 'react-dom/static';
import { Route, Routes, StaticRouter, useRoutes } from 'react-router-dom';
import { ApiListScreen } from '@/features/apis/screens/api-list.tsx';
import { loadWords, startI18n } from '@/shared/i18n/i18n.ts';
import { queryClient } from '@/shared/lib/live/query-client.ts';
import { cataloguePaths } from './catalogues.ts';
import { ConsoleFrame } from './layouts/console-frame.tsx';
import { ConsoleProviders } from './layouts/console-providers.tsx';
import { Starting } from './layouts/starting.tsx';
import { routes } from './routes.tsx';
import { loadScreen } from './screens.tsx';

const catalogues: Record<string, ResourceLanguage> = {
  ...import.meta.glob<ResourceLanguage>('./i18n/en.json', { import: 'default', eager: true }),
  ...import.meta.glob<ResourceLanguage>('../features/*/i18n/en.json', { import: 'default', eager: true }),
  ...import.meta.glob<ResourceLanguage>('../shared/i18n/locales/*/en.json', {
    import: 'default',
    eager: true,
  }),
};

const Screens = () => useRoutes(routes);

await startI18n(async (language, namespace) => {
  const found = cataloguePaths(language, namespace).map((place) => catalogues[place]);
  return found.find((catalogue) => catalogue !== undefined) ?? {};
});

/** The placeholder markup until the console has loaded. */
export const renderStart = () => renderToStaticMarkup(<Starting />);

/** A prerendered console screen, before any server response. */
const consoleScreens = {
  '/@/apis': { Screen: ApiListScreen, words: ['apis'] },
};
export type ConsolePlace = keyof typeof consoleScreens;

export async function renderConsole(place: ConsolePlace): Promise<string> {
  const { Screen, words } = consoleScreens[place];
  await loadWords('app', 'ui', 'console', ...words);
  const drawn = await draw(
    place,
    <Routes>
      <Route
        path="/:username/*"
        element={
          <ConsoleProviders>
            <ConsoleFrame user={undefined}>
              <Screen />
            </ConsoleFrame>
          </ConsoleProviders>
        }
      />
    </Routes>,
  );
  // Failed queries would otherwise stay cached and delay the end of the build for minutes.
  queryClient.clear();
  return drawn;
}

/** The English markup of a public page, prerendered by the build. */
export async function renderPage(place: string): Promise<string> {
  await Promise.all([loadWords('app', 'ui'), loadScreen(routes, place)]);
  return draw(place, <Screens />);
}

async function draw(place: string, screen: ReactNode): Promise<string> {
  const { prelude } = await prerender(
    <StaticRouter location={place}>
      <Suspense>{screen}</Suspense>
    </StaticRouter>,
  );
  return new Response(prelude).text();
}
