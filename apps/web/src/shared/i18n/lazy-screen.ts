import i18next from 'i18next';
import type { ComponentType } from 'react';

/** A route's `lazy`: the screen's code and its words arrive together. */
export function lazyScreen(load: () => Promise<ComponentType>, ...namespaces: string[]) {
  return async () => {
    const [Component] = await Promise.all([load(), i18next.loadNamespaces(namespaces)]);
    return { Component };
  };
}
