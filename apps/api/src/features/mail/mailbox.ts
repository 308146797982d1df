import { RowcastError } from '@rowcast/contracts';
import { type RequestHandler, Router } from 'express';
import { isLoopback } from '../../platform/addresses.ts';
import type { Services } from '../../platform/services.ts';
import { mailboxPage } from './mailbox-page.ts';
import { presentMail } from './presenter.ts';
import { mailRepository } from './repository.ts';

const shownMails = 50;
const localNames = new Set(['localhost', '127.0.0.1', '[::1]']);

/** The socket's own address, since headers can be made up; the Host as well, since a foreign name may point here. */
const thisMachineOnly: RequestHandler = (req, res, next) => {
  const host = (req.headers.host ?? '').replace(/:\d+$/, '');
  if (!isLoopback(req.socket.remoteAddress ?? '') || !localNames.has(host))
    throw new RowcastError('NOT_FOUND');
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
