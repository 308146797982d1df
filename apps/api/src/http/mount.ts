import type { RouteContract } from '@rowcast/contracts';
import express, { type IRouter, type Request, type RequestHandler } from 'express';
import { authorise } from '../platform/context.ts';
import type { FeatureRoute } from '../platform/route.ts';
import { receiveUpload } from './receive-upload.ts';
import { contextOf } from './request-context.ts';

const readJson = express.json({ limit: '10mb' });

const parseInput = (contract: RouteContract, req: Request) => ({
  params: contract.params?.parse(req.params),
  query: contract.query?.parse(req.query),
  body: contract.body?.parse(req.body ?? {}),
});

const check =
  ({ access }: FeatureRoute): RequestHandler =>
  (req, _res, next) => {
    authorise(contextOf(req).actor, access);
    next();
  };

/** Policy first, body second: nothing is read for a caller who may not send it. */
export function mount(router: IRouter, routes: readonly FeatureRoute[]): void {
  for (const each of routes) {
    const { contract, handle } = each;
    const read = contract.upload ? receiveUpload : readJson;
    router[contract.method](contract.path, check(each), read, async (req, res) => {
      const input = { ...parseInput(contract, req), file: req.uploaded };
      const output = await handle(contextOf(req), input as Parameters<typeof handle>[1]);
      if (contract.response) res.status(contract.status).json(output);
      else res.status(contract.status).end();
    });
  }
}
