import { parseAsStringLiteral, useQueryState } from 'nuqs';

/** The selected tab in the URL. Back returns to the previous tab. */
export const useUrlTab = <Tab extends string>(tabs: readonly [Tab, ...Tab[]], name = 'tab') =>
  useQueryState(name, parseAsStringLiteral(tabs).withDefault(tabs[0]).withOptions({ history: 'push' }));
