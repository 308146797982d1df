import type { Api } from '@rowcast/contracts/domain/apis/api';
import { create } from 'zustand';

type Selected = Pick<Api, 'id' | 'name' | 'usage'>;

interface Selection {
  /** By id, in the order of selection. Kept while the list shows another page. */
  selectedApis: ReadonlyMap<string, Selected>;
}

export const useSelection = create<Selection>(() => ({ selectedApis: new Map() }));

const change = (edit: (apis: Map<string, Selected>) => void): void =>
  useSelection.setState(({ selectedApis }) => {
    const apis = new Map(selectedApis);
    edit(apis);
    return { selectedApis: apis };
  });

export const selectApis = (apis: readonly Selected[]): void =>
  change((all) => {
    for (const api of apis) all.set(api.id, api);
  });

export const deselectApis = (ids: readonly string[]): void => {
  const { selectedApis } = useSelection.getState();
  if (!ids.some((id) => selectedApis.has(id))) return;
  change((all) => {
    for (const id of ids) all.delete(id);
  });
};

export const clearSelection = (): void => useSelection.setState({ selectedApis: new Map() });
