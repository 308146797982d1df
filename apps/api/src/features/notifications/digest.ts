import {
  defaultNotificationSettings,
  fillText,
  notificationKinds,
  notificationSettings,
  notificationText,
  notificationTexts,
  RowcastError,
} from '@rowcast/contracts';
import { transact } from '../../platform/db/unit-of-work.ts';
import { consoleUrl } from '../../platform/network/console-url.ts';
import type { Services } from '../../platform/services.ts';
import { repeat } from '../../platform/time/repeat.ts';
import { line, sendMail } from '../mail/index.ts';
import { digestRepository, peopleDue } from './digest.repository.ts';

const intervalMs = 3_000;
const peopleATime = 100;

type Due = Awaited<ReturnType<ReturnType<typeof digestRepository>['due']>>;

/** One sentence is the subject itself; several are a list under their number. */
function compose({ config }: Services, due: Due, language: string, username: string) {
  const { mail } = notificationTexts[language as keyof typeof notificationTexts] ?? notificationTexts.en;
  const url = (path: string) => consoleUrl(config, path);
  const sentences = due.map(({ kind, params, path, slug }) => {
    const text = line(notificationText(language, { kind, params }));
    if (path === null) return { text, lines: text };
    const open = fillText(mail.open, { url: url(`${slug ? `/${slug}` : ''}${path}`) });
    return { text, lines: `${text}\n${open}` };
  });
  const settings = fillText(mail.settings, { url: url(`/${username}/settings?tab=notifications`) });
  const [only] = sentences;
  return {
    subject: only && sentences.length === 1 ? only.text : fillText(mail.many, { count: sentences.length }),
    text: `${sentences.map(({ lines }) => lines).join('\n\n')}\n\n${settings}\n`,
  };
}

/** An address that got too many mails gets its digest later, in one mail with what is added meanwhile. */
async function secondsUntilMailable(send: () => Promise<void>): Promise<number> {
  try {
    await send();
    return 0;
  } catch (error) {
    if (error instanceof RowcastError && error.code === 'RECIPIENT_LIMITED')
      return error.retryAfterSeconds ?? 0;
    throw error;
  }
}

/** Once, also with several jobs processes: the person is held until the mail is in the outbox. */
async function mailDigest(services: Services, userId: string): Promise<void> {
  await transact(services, async (unit) => {
    const repository = digestRepository(unit.db, userId);
    const person = await repository.hold();
    const now = services.clock.now();
    const due = person ? await repository.due(now) : [];
    if (!person || due.length === 0) return;
    const ids = due.map(({ id }) => id);
    const settings = notificationSettings.parse({ ...defaultNotificationSettings, ...person.chosen });
    const wanted = due.filter(
      ({ kind, isStillMember }) =>
        isStillMember && settings.emailNotifications && settings[notificationKinds[kind]],
    );
    if (wanted.length > 0) {
      const write = () => compose(services, wanted, person.language, person.username);
      const wait = await secondsUntilMailable(() =>
        sendMail(services, unit, { kind: 'digest', to: person.email, write, accountsOnly: true }),
      );
      if (wait > 0) {
        await repository.postpone(ids, new Date(now.getTime() + wait * 1000));
        return;
      }
    }
    await repository.markMailed(ids, now);
  });
}

/** One whose digest can't be written keeps nobody else from theirs. */
export async function mailDue(services: Services): Promise<void> {
  for (const userId of await peopleDue(services.db, services.clock.now(), peopleATime))
    await mailDigest(services, userId).catch((error) =>
      services.log.error({ err: error, userId }, 'notifications not mailed'),
    );
}

export const watchDueMail = (services: Services): (() => Promise<void>) =>
  repeat({ every: intervalMs, log: services.log, what: 'mailing notifications' }, () => mailDue(services));
