import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { everyLook, type Person } from './support/person.ts';
import { redOf } from './support/picture.ts';
import { Served } from './support/served-model.ts';

let served: Served;
let ana: Person;
let home: string;
beforeAll(async () => {
  served = await Served.begins('Vera', ['boosted', 'forest']);
  ({ person: ana, home } = served);
}, 240_000);
afterAll(() => served?.leaves());

afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await ana.isSeen('versions-failed');
});

describe('the versions', () => {
  it('are tried on a share of the traffic, shown side by side, and taken back', async () => {
    const { page } = ana;
    await page.goto(`${home}/models/versions`);
    await page.getByRole('button', { name: 'Roll out v2' }).click();
    await ana.selects('Rollout mode', /Shadow/);
    await page.getByLabel('Share of traffic (%)').fill('100');
    await ana.isAccessible();
    await ana.isSeen('versions-try');
    await page.getByRole('button', { name: 'Start rollout of v2' }).click();
    await page.getByText('Rollout of version 2').waitFor();
    for (let at = 0; at < 12; at += 1)
      await served.predict({ instances: [{ age: 20 + at * 4, city: 'Goa', hours: 20 + at * 3 }] });
    // Figures that count calls are asked for every ten seconds while calls come.
    await expect
      .poll(() => page.getByRole('row', { name: /^Requests/ }).textContent(), { timeout: 25_000 })
      .toMatch(/12.*12/);
    await served.looksAt('models/versions', 'versions-shadow');
    await page.getByRole('slider').press('ArrowLeft');
    await page.getByRole('button', { name: 'Apply' }).click();
    await expect.poll(() => page.getByRole('button', { name: 'Apply' }).isDisabled()).toBe(true);
    await page.getByRole('button', { name: 'Stop rollout' }).click();
    await page.getByText('Rollout stopped').waitFor();
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('content');
    await page.getByText('Past rollouts').waitFor();
    expect((await served.predict()).model.version).toBe('v1');
  });
});

describe('a table that is wider than a phone', () => {
  const edges = ['left', 'right'] as const;

  /** Red of a patch of the last row, between the words and an edge. */
  const shade = async (edge: (typeof edges)[number]) => {
    const { page } = ana;
    const region = page.getByRole('region', { name: 'Models' });
    const box = await region.boundingBox();
    if (!box) throw new Error('no table');
    const x = edge === 'left' ? box.x + 4 : box.x + box.width - 7;
    return redOf(page, { x, y: box.y + box.height - 8, width: 3, height: 3 });
  };

  it.each(['light', 'dark'] as const)('shows in %s where more of it lies', async (colorScheme) => {
    const { page } = ana;
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.setViewportSize({ width: 390, height: 844 });
    await ana.goesTo(`${home}/models`);
    const region = page.getByRole('region', { name: 'Models' });
    await region
      .getByRole('button', { name: /Deploy/ })
      .first()
      .waitFor();
    const at = async (place: 'start' | 'middle' | 'end') => {
      await region.evaluate((element, to) => {
        const most = element.scrollWidth - element.clientWidth;
        element.scrollLeft = to === 'start' ? 0 : to === 'end' ? most : most / 2;
      }, place);
      return { left: await shade('left'), right: await shade('right') };
    };
    const start = await at('start');
    const middle = await at('middle');
    const end = await at('end');
    expect(Math.abs(start.left - end.right)).toBeLessThan(4);
    for (const [shaded, plain] of [
      [start.right, end.right],
      [end.left, start.left],
      [middle.left, start.left],
      [middle.right, end.right],
    ] as const)
      expect(Math.abs(shaded - plain)).toBeGreaterThan(15);
    await page.emulateMedia({ colorScheme: 'light' });
    await page.setViewportSize({ width: 1440, height: 900 });
  });
});

describe('a model with another target', () => {
  it('is deployed only by who has seen what callers will meet', async () => {
    const { page } = ana;
    await served.adds('city');
    await page.goto(`${home}/models/versions`);
    await page.getByRole('button', { name: 'Roll out v3' }).click();
    await page.getByText('Target changes from income to city.').waitFor();
    await ana.isSeen('versions-try-other');
    await page.getByRole('button', { name: 'Start rollout of v3' }).click();
    await page.getByText('so their predictions cannot be compared').first().waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Deploy v3' }).click();
    const asked = page.getByRole('alertdialog');
    await asked.getByText('Target changes from income to city.').waitFor();
    await asked.getByText(/^hours is no longer used/).waitFor();
    await asked.getByText(/^Scores are not comparable/).waitFor();
    await ana.fits('deploy-changes', everyLook);
    await asked.getByRole('button', { name: 'Cancel' }).click();
    expect((await served.predict()).model.version).toBe('v1');
    await page.getByRole('button', { name: 'Deploy v3' }).click();
    await asked.getByRole('button', { name: 'Deploy v3 with a different target' }).click();
    await page.getByText('v3 is deployed').waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('content');
    await page.getByRole('button', { name: 'Roll back to v1' }).first().click();
    await asked.getByText('Target changes from city to income.').waitFor();
    await ana.fits('roll-back-changes', everyLook);
    await asked.getByRole('button', { name: 'Roll back to v1' }).click();
    await page.getByText('Rolled back to version 1').waitFor();
    // The button is gone after its action; keyboard users continue from here.
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('content');
  });
});

describe('a model that scores worse', () => {
  it('is deployed only by who has seen both scores', async () => {
    const { page } = ana;
    // As v1, so that both are scored on the same rows.
    const id = await served.adds('weak');
    await ana.goesTo(`${home}/models/${id}`);
    await page.getByRole('button', { name: 'Deploy v4' }).click();
    const asked = page.getByRole('alertdialog');
    const scores = asked.getByRole('region', { name: 'Score comparison' });
    await scores.getByText('v4 is significantly worse than v1').waitFor();
    expect(await scores.textContent()).toMatch(/v1 \(deployed\).*\d\.\d{3}.*v4.*0\.\d{3}/);
    await ana.fits('deploy-worse', everyLook);
    await asked.getByRole('button', { name: 'Deploy v4 despite a lower score' }).waitFor();
    await asked.getByRole('button', { name: 'Cancel' }).click();
    expect((await served.predict()).model.version).toBe('v1');
  });
});

describe('release checks', () => {
  it('are asked of models in words, tried on the live one, and keep another from being deployed', async () => {
    const { page } = ana;
    await page.goto(`${home}/models/versions`);
    await page.getByRole('button', { name: 'Add check' }).click();
    await ana.selects('Field', 'age');
    await page.getByLabel('Tolerance').fill('0.001');
    await ana.isAccessible();
    await ana.isSeen('checks-add');
    await page.getByRole('dialog').getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByText('Changing age changes the prediction by at most 0.001.').waitFor();
    await page.getByRole('button', { name: 'Run on the deployed version' }).click();
    await page.getByText('Failed', { exact: true }).first().waitFor();
    await ana.isSeen('checks-tried');
    await page.getByRole('button', { name: 'Deploy v2' }).click();
    // Asked about only where the other model came out worse.
    const asked = page.getByRole('alertdialog');
    const failed = page.getByRole('row').filter({ hasText: 'Failed' });
    await asked.or(failed).waitFor();
    if (await asked.isVisible()) {
      await asked.getByRole('button', { name: /^Deploy v2/ }).click();
      await asked.getByRole('button', { name: 'Cancel' }).click();
    }
    await failed.getByText('at most 0.001 is allowed').waitFor();
    expect((await served.predict()).model.version).toBe('v1');
    await served.looksAt('models/versions', 'versions-checks');
    await page.getByRole('button', { name: 'Remove check on age' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove check' }).click();
    await page.getByText('No checks yet.').waitFor();
  });
});
