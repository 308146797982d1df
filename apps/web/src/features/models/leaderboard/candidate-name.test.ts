import { modelNameParts } from '@rowcast/contracts/domain/models/model-name';
import i18next from 'i18next';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startWords } from '../../../../test/render.tsx';
import { candidateName } from './candidate-name.ts';

beforeAll(() => startWords('models'));
afterAll(() => i18next.changeLanguage('en'));

const names = [
  'Piecewise linear, strong shrinkage',
  'Extra trees, many features, log target',
  'Neural network 64-64',
  'Neural network 64-64-64, plain numbers',
  'Neural network 64-64-64, normalised',
  'Neural network 64-64, more passes',
  'Neural network 128, log target, tuned 2',
  'Kernel ridge, column weights',
  'Kernel ridge, wide, tuned 2',
  'Nearest 20',
  'XGBoost 3, 120,000 rows',
  'XGBoost, depth 6',
];
const translated = async (language: string, given: readonly string[] = names) => {
  await i18next.changeLanguage(language);
  const t = i18next.getFixedT(language, 'models');
  return given.map((name) => candidateName(t, name));
};

test('translates candidate names and formats their numbers', async () => {
  expect(await translated('en')).toEqual(names);
  expect(await translated('de')).toEqual([
    'Stückweise linear, starke Regularisierung',
    'Extra Trees, viele Merkmale, Log-Ziel',
    'Neuronales Netz 64-64',
    'Neuronales Netz 64-64-64, ohne Transformation',
    'Neuronales Netz 64-64-64, normalisiert',
    'Neuronales Netz 64-64, mehr Epochen',
    'Neuronales Netz 128, Log-Ziel, optimiert 2',
    'Kernel-Ridge, Spaltengewichte',
    'Kernel-Ridge, breit, optimiert 2',
    '20 nächste Nachbarn',
    'XGBoost 3, 120.000 Zeilen',
    'XGBoost, Tiefe 6',
  ]);
});

test('keeps unknown parts of a name', async () => {
  expect(await translated('de', ['TabNet 2', 'Linear, with a twist', 'toString'])).toEqual([
    'TabNet 2',
    'Linear, with a twist',
    'toString',
  ]);
});

test.each(['en', 'es', 'fr', 'de'])('%s has every part of the names', async (language) => {
  await i18next.changeLanguage(language);
  for (const [code, english] of Object.entries(modelNameParts)) {
    const said = i18next.t(`models:candidate.${code as 'linear'}`, { skipInterpolation: true });
    expect(/\{\{?(\w+)/.exec(said)?.[1], code).toBe(/\{(\w+)/.exec(english)?.[1]);
    if (language === 'en') expect(said.replaceAll(/\{\{(\w+)\}\}/g, '{$1}')).toBe(english);
  }
});
