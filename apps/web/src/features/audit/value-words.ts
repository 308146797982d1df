import { useTranslation } from 'react-i18next';
import { plainName } from './value-text.ts';

/** Catalogues of other screens that contain labels of enum values. */
export const valueCatalogues = [
  'apis',
  'datasets',
  'keys',
  'models',
  'rollouts',
  'settings',
  'team',
] as const;

type Place = `${(typeof valueCatalogues)[number]}:${string}`;

const places = new Map<string, Place>([
  ['type', 'apis:type'],
  ['environment', 'apis:environment'],
  ['defaultEnvironment', 'apis:environment'],
  ['inputPolicy', 'apis:settings.policy'],
  ['errorDetail', 'apis:settings.detail'],
  ['modelType', 'models:modelType'],
  ['mode', 'rollouts:mode'],
  ['role', 'team:role'],
  ['defaultRole', 'team:role'],
  ['scopes', 'keys:scope'],
  ['digestFrequency', 'settings:notifications.every'],
  ['steps', 'datasets:operation'],
]);

/** The labels of enum values, as on the screens where they are set. */
export function useValueWords(): (field: string, word: string) => string {
  // The table renders at once, and shows the labels when they have loaded.
  const { t, i18n } = useTranslation(valueCatalogues, { useSuspense: false });
  return (field, word) => {
    const place = places.get(plainName(field));
    const key = `${place}.${word}`;
    return place && i18n.exists(key) ? t(key as 'models:modelType.auto') : word;
  };
}
