import { create } from 'zustand';
import { randomId } from '@/shared/lib/random-id.ts';
import type { Answer, TestRequest } from './send.ts';

export interface PastCall {
  id: string;
  at: string;
  request: TestRequest;
  answer: Answer;
}

const kept = 20;

/** The calls of this visit, per API, newest first. They are not stored. */
export const useHistory = create<{ calls: Record<string, readonly PastCall[]> }>(() => ({ calls: {} }));

export function remember(apiId: string, request: TestRequest, answer: Answer): void {
  const past: PastCall = { id: randomId(), at: new Date().toISOString(), request, answer };
  useHistory.setState(({ calls }) => ({
    calls: { ...calls, [apiId]: [past, ...(calls[apiId] ?? [])].slice(0, kept) },
  }));
}
