import type { RouteContract } from '@rowcast/contracts';
import type { IRouter, RequestHandler } from 'express';
import { forgetActors, recentActor, resolveActor } from '../features/auth/index.ts';
import { authorise, requireProof } from '../platform/context.ts';
import type { FeatureRoute, FileAnswer } from '../platform/route.ts';
import { parseInput } from './input/parse-input.ts';
import { readJson } from './input/read-json.ts';
import { receiveUpload } from './input/receive-upload.ts';
import { authenticate } from './middleware/authenticate.ts';
import { contextOf } from './middleware/request-context.ts';
import { sendFile } from './output/send-file.ts';

/** For the metrics: Express forgets where a request was once it has failed. */
const nameRoute =
  ({ contract }: FeatureRoute): RequestHandler =>
  (_req, res, next) => {
    res.locals.route = contract.path;
    next();
  };

/** Carries its route, so that a test can walk the router and find unguarded routes. */
function check(feature: FeatureRoute): RequestHandler & { feature: FeatureRoute } {
  const guard: RequestHandler = (req, _res, next) => {
    const { actor } = contextOf(req);
    authorise(actor, feature.access);
    if (feature.contract.proof && actor) requireProof(actor);
    next();
  };
  return Object.assign(guard, { feature });
}

const answer =
  ({ contract, handle }: FeatureRoute): RequestHandler =>
  async (req, res) => {
    const input = parseInput(contract, req, res);
    const ctx = contextOf(req);
    const output = await handle(ctx, input as Parameters<typeof handle>[1]).finally(
      () => contract.method === 'get' || forgetActors(ctx),
    );
    if (contract.stream) return;
    if (contract.download) return sendFile(res, output as FileAnswer);
    res.status(contract.status);
    if (contract.response) res.json(output);
    else res.end();
  };

/** What is read and over at once. A stream stays open, and a download takes everything along. */
const isShortRead = ({ method, proof, stream, download }: RouteContract) =>
  method === 'get' && !proof && !stream && !download;

/**
 * Caller, limit and policy first, body last: nothing is read for a caller who may not send it. A place among those for whom
 * a file is made is taken when the body is there, or one could be held by sending slowly.
 */
export function mount(
  router: IRouter,
  routes: readonly FeatureRoute[],
  { limit, place }: { limit: RequestHandler; place: RequestHandler },
): void {
  for (const route of routes) {
    const { contract } = route;
    const resolve = isShortRead(contract) ? recentActor : resolveActor;
    const identify = [
      nameRoute(route),
      ...(contract.auth === 'session' ? [authenticate(resolve, limit)] : []),
    ];
    const placed = contract.made ? [place] : [];
    const readBody = contract.upload ? receiveUpload(contract.maxUploadMb) : readJson;
    const read = contract.ignoresBody ? [] : [readBody];
    router[contract.method](
      contract.path,
      ...identify,
      limit,
      check(route),
      ...read,
      ...placed,
      answer(route),
    );
  }
}
