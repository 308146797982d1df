import type words from './en.json';
import type sentences from './sentences.ts';

declare module 'i18next' {
  interface ResourceNamespaceMap {
    rollouts: typeof words & typeof sentences;
  }
}
