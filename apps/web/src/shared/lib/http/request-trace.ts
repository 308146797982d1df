import { create } from 'zustand';
import { usePreferences } from '../session/preferences.ts';

export interface TracedRequest {
  id: string;
  method: string;
  path: string;
  /** Null without a response. */
  status: number | null;
  milliseconds: number;
}

const maxRequests = 50;

/** The latest requests of this page, newest first; recorded only in debug mode. */
export const useRequestTrace = create<{ requests: readonly TracedRequest[] }>(() => ({ requests: [] }));

export function traceRequest(request: TracedRequest): void {
  if (!usePreferences.getState().debugMode) return;
  useRequestTrace.setState(({ requests }) => ({ requests: [request, ...requests].slice(0, maxRequests) }));
}
