import { create } from 'zustand';
import { randomId } from '@/shared/lib/http/random-id.ts';
import { atEndOfSession } from '@/shared/lib/session/session.ts';
import type { TestExchange } from './request/response.ts';

export interface PastCall extends TestExchange {
  id: string;
  at: string;
}

const maxCalls = 20;

/** The calls of this visit, per API, newest first. They are not stored. */
export const useHistory = create<{ calls: Record<string, readonly PastCall[]> }>(() => ({ calls: {} }));

atEndOfSession(() => useHistory.setState({ calls: {} }));

export function remember(apiId: string, answered: TestExchange): void {
  const past: PastCall = { id: randomId(), at: new Date().toISOString(), ...answered };
  useHistory.setState(({ calls }) => ({
    calls: { ...calls, [apiId]: [past, ...(calls[apiId] ?? [])].slice(0, maxCalls) },
  }));
}
