import type words from './en.json';

declare module 'i18next' {
  interface ResourceNamespaceMap {
    onboarding: typeof words;
  }
}
