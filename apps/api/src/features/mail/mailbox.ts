import { RowcastError } from '@rowcast/contracts';
import { type RequestHandler, Router } from 'express';
import type { Config } from '../../platform/config.ts';
import { isFromThisMachine, localNames } from '../../platform/network/this-machine.ts';
import type { Services } from '../../platform/services.ts';
import { mailboxPage } from './mailbox-page.ts';
import { presentMail } from './presenter.ts';
import { mailRepository } from './repository.ts';

const shownMails = 50;
/**
 * Whether codes are shown on a page of this server. With a proxy, or an address that others can reach,
 * somebody may speak for them from this machine without a word of it: then the terminal alone shows codes.
 */
export function hasMailbox({ MAIL_LOCAL, TRUST_PROXY, PUBLIC_URL }: Config): boolean {
  const isOwn = PUBLIC_URL === undefined || localNames.has(new URL(PUBLIC_URL).hostname);
  return MAIL_LOCAL && TRUST_PROXY === 0 && isOwn;
}

const thisMachineOnly: RequestHandler = (req, res, next) => {
  if (!isFromThisMachine(req)) throw new RowcastError('NOT_FOUND');
  res.setHeader('Cache-Control', 'no-store');
  next();
};

/** Shows codes to users of this machine. Mounted only with the local mailbox. */
export function mailboxRouter({ db, config }: Services): Router {
  const newest = async (recipient?: string) => {
    const rows = await mailRepository(db).sent(recipient, shownMails);
    return rows.map((row) => presentMail(row, config.ENCRYPTION_KEY));
  };
  const router = Router();
  router.use(thisMachineOnly);
  router.get('/', async (_req, res) => {
    res.type('html').send(mailboxPage(await newest()));
  });
  router.get('/messages', async (req, res) => {
    const to = typeof req.query.to === 'string' ? req.query.to.trim().toLowerCase() : undefined;
    res.json({ data: await newest(to) });
  });
  return router;
}
