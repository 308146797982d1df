import { fireEvent, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { useSession } from '@/shared/lib/session.ts';
import { startLocalServer } from '../../../../test/local-server.ts';
import { renderScreen, startWords } from '../../../../test/render.tsx';
import { CommandPalette } from './command-palette.tsx';

let server: Awaited<ReturnType<typeof startLocalServer>> | undefined;

beforeAll(() => startWords('console'));
afterEach(async () => {
  useSession.setState({ signedIn: false });
  await server?.stop();
});

test('a theme that is chosen here is kept for the person, as in the menu', async () => {
  server = await startLocalServer(() => ({ status: 404, json: {} }));
  useSession.setState({ signedIn: true });
  const { getByRole } = renderScreen(
    <CommandPalette open onOpenChange={() => undefined} onHelp={() => undefined} />,
    '/asha',
  );
  fireEvent.click(getByRole('option', { name: 'Dark' }));
  const kept = () => server?.received.find(({ path }) => path === '/api/v1/settings/preferences');
  await waitFor(() => expect(JSON.parse(kept()?.body ?? 'null')).toEqual({ theme: 'dark' }));
});
