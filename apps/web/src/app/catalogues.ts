import type { CatalogueLoader } from '@/shared/i18n/i18n.ts';

const urls: Record<string, string> = {
  ...import.meta.glob<string>('./i18n/*.json', { query: '?url', import: 'default', eager: true }),
  ...import.meta.glob<string>('../features/*/i18n/*.json', { query: '?url', import: 'default', eager: true }),
  ...import.meta.glob<string>('../shared/i18n/locales/*/*.json', {
    query: '?url',
    import: 'default',
    eager: true,
  }),
};

/** Where a catalogue lies: a feature's words in its own folder, under the feature's name. */
export function cataloguePlaces(language: string, namespace: string): string[] {
  return [
    `../features/${namespace}/i18n/${language}.json`,
    `../shared/i18n/locales/${namespace}/${language}.json`,
    ...(namespace === 'app' ? [`./i18n/${language}.json`] : []),
  ];
}

export const loadCatalogue: CatalogueLoader = async (language, namespace) => {
  const url = cataloguePlaces(language, namespace)
    .map((place) => urls[place])
    .find((found) => found !== undefined);
  if (!url) throw new Error(`No ${language} catalogue for ${namespace}`);
  const response = await fetch(url);
  if (!response.ok) throw new TypeError(`Failed to fetch module ${url}: HTTP ${response.status}`);
  return response.json();
};
