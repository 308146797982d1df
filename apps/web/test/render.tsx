import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { MemoryRouter, useLocation } from 'react-router-dom';
import { cataloguePaths, loadContractSentences } from '@/app/catalogues.ts';
import { loadWords, startI18n } from '@/shared/i18n/i18n.ts';
import { queryClient } from '@/shared/lib/live/query-client.ts';
import { Toaster } from '@/shared/ui/states/toaster.tsx';

const files = globSync('src/**/i18n/**/*.json', { cwd: join(import.meta.dirname, '..') });

function Address() {
  const { pathname } = useLocation();
  return <output data-testid="address">{pathname}</output>;
}

/** Loads the texts of the screens under test. */
export async function startWords(...namespaces: string[]): Promise<void> {
  await startI18n(async (language, namespace) => {
    const places = cataloguePaths(language, namespace).map((place) => place.replace(/^\.+\//, ''));
    const file = files.find((known) => places.some((place) => known.endsWith(place)));
    const words = JSON.parse(readFileSync(join(import.meta.dirname, '..', file ?? namespace), 'utf8'));
    return { ...words, ...(await loadContractSentences(language, namespace)) };
  });
  await loadWords('app', 'ui', 'errors', 'validation', ...namespaces);
}

/** Renders a screen with the app's providers: texts, router, queries and toasts. */
export function renderScreen(screen: ReactNode, at = '/') {
  queryClient.clear();
  const drawn = render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter initialEntries={[at]}>
        {screen}
        <Address />
      </MemoryRouter>
      <Toaster />
    </QueryClientProvider>,
  );
  return { ...drawn, user: userEvent.setup(), address: () => drawn.getByTestId('address').textContent };
}
