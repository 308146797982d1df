import { apiRoutes } from '@rowcast/contracts/http/apis/apis';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { describeError } from '@/shared/i18n/error-message.ts';
import { call } from '@/shared/lib/http/call.ts';
import { apiKeys } from '../../keys.ts';
import { placeApiFirst, removeCachedApi, replaceApi } from '../../list-cache.ts';
import { deselectApis, useSelection } from '../../selection.ts';

export const bulkActions = ['activate', 'deactivate', 'duplicate', 'delete'] as const;
export type BulkAction = (typeof bulkActions)[number];

export interface BulkFailure {
  id: string;
  name: string;
  reason: string;
}

export interface BulkState {
  action: BulkAction;
  done: number;
  total: number;
  isRunning: boolean;
  failures: readonly BulkFailure[];
}

const runOne: Record<BulkAction, (queries: QueryClient, id: string) => Promise<void>> = {
  activate: async (queries, id) =>
    replaceApi(queries, await call(apiRoutes.update, { params: { id }, body: { enabled: true } })),
  deactivate: async (queries, id) =>
    replaceApi(queries, await call(apiRoutes.update, { params: { id }, body: { enabled: false } })),
  duplicate: async (queries, id) =>
    placeApiFirst(queries, await call(apiRoutes.duplicate, { params: { id } })),
  delete: async (queries, id) => {
    await call(apiRoutes.remove, { params: { id } });
    removeCachedApi(queries, id);
  },
};

/** Runs an action on the selected APIs, one after another. Only those that failed stay selected. */
export function useBulkRun() {
  const queries = useQueryClient();
  const [state, setState] = useState<BulkState | null>(null);
  const run = async (action: BulkAction): Promise<BulkState> => {
    const apis = [...useSelection.getState().selectedApis.values()];
    const failures: BulkFailure[] = [];
    const show = (done: number, isRunning: boolean) => {
      const next = { action, done, total: apis.length, isRunning, failures: [...failures] };
      setState(next);
      return next;
    };
    show(0, true);
    for (const [index, { id, name }] of apis.entries()) {
      try {
        await runOne[action](queries, id);
      } catch (error) {
        failures.push({ id, name, reason: describeError(error).message });
      }
      show(index + 1, true);
    }
    const failed = new Set(failures.map(({ id }) => id));
    deselectApis(apis.map(({ id }) => id).filter((id) => !failed.has(id)));
    void queries.invalidateQueries({ queryKey: apiKeys.lists });
    return show(apis.length, false);
  };
  return { state, run, dismiss: () => setState(null) };
}
