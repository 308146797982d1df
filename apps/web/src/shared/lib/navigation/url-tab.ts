import { parseAsStringLiteral, useQueryState } from 'nuqs';

/** Which tab is shown, in the address. Back leads to the tab before, on every screen. */
export const useUrlTab = <Tab extends string>(tabs: readonly [Tab, ...Tab[]], name = 'tab') =>
  useQueryState(name, parseAsStringLiteral(tabs).withDefault(tabs[0]).withOptions({ history: 'push' }));
