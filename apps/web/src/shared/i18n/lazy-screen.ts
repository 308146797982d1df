import type { ComponentType } from 'react';
import { loadWords } from './i18n.ts';

/** A route's `lazy`: the screen's code and its words arrive together. */
export function lazyScreen(load: () => Promise<ComponentType>, ...namespaces: string[]) {
  return async () => {
    const [Component] = await Promise.all([load(), loadWords(...namespaces)]);
    return { Component };
  };
}
