import type { CleanStep } from '@rowcast/contracts/domain/datasets/cleaning-recipe';
import { fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { resetRequestGuard } from '@/shared/lib/http/request-guard.ts';
import { hexId } from '../../../../../test/factories/api.ts';
import { aUser } from '../../../../../test/factories/user.ts';
import { startLocalServer } from '../../../../../test/local-server.ts';
import { renderScreen, startWords } from '../../../../../test/render.tsx';
import { FixCheckbox } from './fix-choice.tsx';

let server: Awaited<ReturnType<typeof startLocalServer>>;

beforeAll(() => startWords('datasets'));
beforeEach(async () => {
  resetRequestGuard();
  const workspace = {
    id: hexId('ws'),
    slug: 'asha',
    name: 'Asha',
    formerSlugs: [],
    plan: 'free',
    role: 'owner' as const,
  };
  server = await startLocalServer(() => ({ status: 200, json: aUser({ workspaces: [workspace] }) }));
});
afterEach(() => server.stop());

const draw = (supersededBy?: CleanStep) => {
  const chosen: boolean[] = [];
  const step = { op: 'clip' as const, column: 'age', low: 0, high: 9 };
  renderScreen(
    <FixCheckbox step={step} chosen={false} supersededBy={supersededBy} onChange={(on) => chosen.push(on)} />,
    '/asha',
  );
  const box = screen.getByRole('checkbox');
  const described = document.getElementById(box.getAttribute('aria-describedby') ?? '')?.textContent;
  return { box, chosen, described };
};

test.each([
  [{ op: 'drop_column', column: 'age' }, 'Not needed: another step removes the column'],
  [
    { op: 'cast', column: 'age', to: 'number' },
    'Not needed: another step changes the type, and values that do not match become missing',
  ],
] as const)("a superseded fix is focusable, explains why and can't be checked", (by, reason) => {
  const { box, chosen, described } = draw(by);
  box.focus();
  expect(document.activeElement).toBe(box);
  expect(box.getAttribute('aria-disabled')).toBe('true');
  expect(described).toBe(reason);
  fireEvent.click(box);
  expect(chosen).toEqual([]);
});

test('any other fix can be checked', () => {
  const { box, chosen, described } = draw();
  expect(described).toBeUndefined();
  fireEvent.click(box);
  expect(chosen).toEqual([true]);
});
