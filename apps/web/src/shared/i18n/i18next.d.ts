import 'i18next';
import type errors from './locales/errors/en.json';
import type ui from './locales/ui/en.json';

declare module 'i18next' {
  interface ResourceNamespaceMap {
    ui: typeof ui;
    errors: typeof errors;
  }
  interface CustomTypeOptions {
    defaultNS: 'app';
  }
}
