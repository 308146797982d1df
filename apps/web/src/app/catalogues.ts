import type { ResourceLanguage } from 'i18next';
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

const contractSentences = import.meta.glob<ResourceLanguage>('../features/*/i18n/sentences.ts', {
  import: 'default',
});

/** The English texts of a feature that come from the contracts instead of its catalogue. */
export async function loadContractSentences(language: string, namespace: string): Promise<ResourceLanguage> {
  if (language !== 'en') return {};
  return (await contractSentences[`../features/${namespace}/i18n/sentences.ts`]?.()) ?? {};
}

/** The folder of a catalogue: the feature's own folder, by name. */
export function cataloguePaths(language: string, namespace: string): string[] {
  return [
    `../features/${namespace}/i18n/${language}.json`,
    `../shared/i18n/locales/${namespace}/${language}.json`,
    ...(namespace === 'app' ? [`./i18n/${language}.json`] : []),
  ];
}

export const loadCatalogue: CatalogueLoader = async (language, namespace) => {
  const url = cataloguePaths(language, namespace)
    .map((place) => urls[place])
    .find((found) => found !== undefined);
  if (!url) throw new Error(`No ${language} catalogue for ${namespace}`);
  const [response, sentences] = await Promise.all([fetch(url), loadContractSentences(language, namespace)]);
  if (!response.ok) throw new TypeError(`Failed to fetch module ${url}: HTTP ${response.status}`);
  return { ...(await response.json()), ...sentences };
};
