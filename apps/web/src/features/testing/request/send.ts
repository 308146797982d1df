import { endpointUrl } from '@rowcast/contracts/domain/apis/snippets';
import { apiRoutes, type testedCall } from '@rowcast/contracts/http/apis/apis';
import { useMutation } from '@tanstack/react-query';
import type { z } from 'zod';
import { call } from '@/shared/lib/http/call.ts';
import { networkError } from '@/shared/lib/http/send.ts';

export const methods = ['POST', 'GET', 'PUT', 'DELETE'] as const;
export type Method = (typeof methods)[number];
export type Answer = z.output<typeof testedCall>;

export interface TestRequest {
  method: Method;
  text: string;
}

/** Other methods call the endpoint directly, to show its response. */
async function sendDirectly(apiId: string, { method, text }: TestRequest): Promise<Answer> {
  const started = performance.now();
  const response = await fetch(endpointUrl(window.location.origin, apiId), {
    method,
    ...(method === 'PUT' ? { body: text, headers: { 'content-type': 'application/json' } } : {}),
  }).catch(() => {
    throw networkError();
  });
  const raw = await response.text();
  let body: unknown = raw;
  try {
    body = JSON.parse(raw);
  } catch {
    // A response that is not JSON is shown as text.
  }
  return {
    status: response.status,
    latencyMs: performance.now() - started,
    headers: Object.fromEntries(response.headers),
    body,
    decision: null,
  };
}

export function useSend(apiId: string) {
  return useMutation({
    mutationFn: (request: TestRequest): Promise<Answer> =>
      request.method === 'POST'
        ? call(apiRoutes.testEndpoint, { params: { id: apiId }, body: request.text })
        : sendDirectly(apiId, request),
  });
}
