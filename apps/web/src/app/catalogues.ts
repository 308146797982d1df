import type { CatalogueLoader } from '@/shared/i18n/i18n.ts';

type Catalogue = { default: Record<string, string> };

const files = {
  ...import.meta.glob<Catalogue>('./i18n/*.json'),
  ...import.meta.glob<Catalogue>('../features/*/i18n/*.json'),
  ...import.meta.glob<Catalogue>('../shared/i18n/locales/*/*.json'),
};

/** A feature's words lie in its own folder; the namespace is the feature's name. */
export const loadCatalogue: CatalogueLoader = async (language, namespace) => {
  const places = [
    `../features/${namespace}/i18n/${language}.json`,
    `../shared/i18n/locales/${namespace}/${language}.json`,
    ...(namespace === 'app' ? [`./i18n/${language}.json`] : []),
  ];
  const load = places.map((place) => files[place]).find((file) => file !== undefined);
  if (!load) throw new Error(`No ${language} catalogue for ${namespace}`);
  return (await load()).default;
};
