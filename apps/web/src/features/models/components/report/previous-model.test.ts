import { expect, test } from 'vitest';
import { aModel } from '../../../../../test/factories/model.ts';
import { modelBefore } from './previous-model.tsx';

const [first, second, third] = [1, 2, 3].map((version) => aModel({ version })) as [
  ReturnType<typeof aModel>,
  ReturnType<typeof aModel>,
  ReturnType<typeof aModel>,
];

test('a model is compared with the deployed one, else with the version before', () => {
  expect(modelBefore([third, second, first], third)).toBe(second);
  const deployed = { ...first, deployed: true };
  expect(modelBefore([third, second, deployed], third)).toBe(deployed);
  expect(modelBefore([second, deployed], deployed)).toBeUndefined();
  expect(modelBefore([first], first)).toBeUndefined();
});
