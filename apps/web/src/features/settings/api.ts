import { settingsRoutes } from '@rowcast/contracts/http/settings';
import { useQuery } from '@tanstack/react-query';
import { call } from '@/shared/lib/call.ts';

export const settingsKey = ['settings'] as const;

export const useSettings = () =>
  useQuery({ queryKey: settingsKey, queryFn: ({ signal }) => call(settingsRoutes.get, { signal }) });
