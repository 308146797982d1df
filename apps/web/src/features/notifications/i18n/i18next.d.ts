import type words from './en.json';

declare module 'i18next' {
  interface ResourceNamespaceMap {
    notifications: typeof words;
  }
}
