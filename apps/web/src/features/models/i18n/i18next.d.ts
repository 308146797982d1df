import type words from './en.json';
import type sentences from './sentences.ts';

declare module 'i18next' {
  interface ResourceNamespaceMap {
    models: typeof words & typeof sentences;
  }
}
