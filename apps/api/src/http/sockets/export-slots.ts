import { RowcastError } from '@rowcast/contracts';
import type { RequestHandler } from 'express';
import { createKeyedSemaphore } from '../../platform/concurrency/keyed-semaphore.ts';
import { contextOf } from '../middleware/request-context.ts';
import { giveUpSlow } from './slow-client.ts';

/** Each export holds a connection and a part of a table in memory while it is read. */
const maxOfWorkspace = 1;
const maxOfProcess = 4;
const retryAfterSeconds = 5;

/** Lets an export begin where there is a place for it, which its caller frees by leaving, or by hardly taking any of it. */
export function exportPlaces(minMs = 30_000): RequestHandler {
  const ofWorkspaces = createKeyedSemaphore(maxOfWorkspace);
  const ofProcess = createKeyedSemaphore(maxOfProcess);
  return (req, res, next) => {
    const { actor } = contextOf(req);
    const leaveWorkspace = ofWorkspaces(actor?.workspaceId);
    if (!leaveWorkspace) throw new RowcastError('EXPORT_UNDER_WAY', { retryAfterSeconds });
    const leaveProcess = ofProcess();
    if (!leaveProcess) {
      leaveWorkspace();
      throw new RowcastError('EXPORTS_BUSY', { retryAfterSeconds });
    }
    const leave = () => {
      leaveWorkspace();
      leaveProcess();
    };
    if (res.closed) return leave();
    res.once('close', leave);
    giveUpSlow(res, { minMs });
    next();
  };
}
