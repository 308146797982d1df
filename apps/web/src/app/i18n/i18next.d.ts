import type app from './en.json';

declare module 'i18next' {
  interface ResourceNamespaceMap {
    app: typeof app;
  }
}
