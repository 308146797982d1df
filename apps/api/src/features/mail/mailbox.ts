import { RowcastError } from '@rowcast/contracts';
import { type Request, type RequestHandler, Router } from 'express';
import { isLoopback } from '../../platform/addresses.ts';
import type { Services } from '../../platform/services.ts';
import { mailboxPage } from './mailbox-page.ts';
import { presentMail } from './presenter.ts';
import { mailRepository } from './repository.ts';

const shownMails = 50;
const localNames = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * The socket's own address counts, since headers can be made up. Two things only headers can tell, and they only
 * close: a foreign name that points here, and a proxy on this machine that speaks for another.
 */
function isFromThisMachine({ headers, socket }: Request): boolean {
  const host = (headers.host ?? '').replace(/:\d+$/, '');
  const forwarded = headers['x-forwarded-for'] ?? headers.forwarded ?? headers.via;
  return isLoopback(socket.remoteAddress ?? '') && localNames.has(host) && forwarded === undefined;
}

const thisMachineOnly: RequestHandler = (req, res, next) => {
  if (!isFromThisMachine(req)) throw new RowcastError('NOT_FOUND');
  res.setHeader('Cache-Control', 'no-store');
  next();
};

/** Shows the codes to whoever sits at this machine; mounted only with MAIL_LOCAL. */
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
