import type words from './en.json';
import type sentences from './sentences.ts';

declare module 'i18next' {
  interface ResourceNamespaceMap {
    testing: typeof words & typeof sentences;
  }
}
