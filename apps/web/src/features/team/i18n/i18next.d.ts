import type words from './en.json';

declare module 'i18next' {
  interface ResourceNamespaceMap {
    team: typeof words;
  }
}
