import { type Language, languages } from '@rowcast/contracts/domain/people/preference-choices';
import i18next, { type ResourceLanguage } from 'i18next';
import { initReactI18next } from 'react-i18next';

/** Each language by its own name. */
export const languageNames: Record<Language, string> = {
  en: 'English',
  es: 'Español',
  fr: 'Français',
  de: 'Deutsch',
};

/** Loads one catalogue, such as ('de', 'apis'). */
export type CatalogueLoader = (language: Language, namespace: string) => Promise<ResourceLanguage>;

function preferredLanguage(): Language {
  const wanted = [localStorage.getItem('language') ?? '', ...navigator.languages];
  const known = wanted.map((tag) => languages.find((language) => tag.toLowerCase().startsWith(language)));
  return known.find((language) => language !== undefined) ?? 'en';
}

const started = Promise.withResolvers<void>();

/** Loads words; may be called before startI18n, since routes start loading when their module does. */
export async function loadWords(...namespaces: string[]): Promise<void> {
  await started.promise;
  await i18next.loadNamespaces(namespaces);
}

export async function startI18n(load: CatalogueLoader): Promise<void> {
  await i18next
    .use({
      type: 'backend',
      init: () => undefined,
      read: (
        language: string,
        namespace: string,
        done: (error: Error | null, data: ResourceLanguage | null) => void,
      ) => {
        load(language as Language, namespace).then(
          (catalogue) => done(null, catalogue),
          (error: Error) => done(error, null),
        );
      },
    })
    .use(initReactI18next)
    .init({
      lng: preferredLanguage(),
      fallbackLng: false,
      supportedLngs: languages,
      ns: [],
      defaultNS: 'app',
      interpolation: { escapeValue: false },
    });
  document.documentElement.lang = i18next.language;
  started.resolve();
}

export async function setLanguage(language: Language): Promise<void> {
  localStorage.setItem('language', language);
  await i18next.changeLanguage(language);
  document.documentElement.lang = language;
}

export function currentLanguage(): Language {
  return languages.find((language) => language === i18next.resolvedLanguage) ?? 'en';
}
