import {
  defaultNotificationSettings,
  fillText,
  notificationKinds,
  notificationSettings,
  notificationText,
  notificationTexts,
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

/** Once, also with several jobs processes: the person is held until the mail is in the outbox. */
async function mailDigest(services: Services, userId: string): Promise<void> {
  await transact(services, async (unit) => {
    const repository = digestRepository(unit.db, userId);
    const person = await repository.hold();
    const due = person ? await repository.due(services.clock.now()) : [];
    if (!person || due.length === 0) return;
    const settings = notificationSettings.parse({ ...defaultNotificationSettings, ...person.chosen });
    const wanted = due.filter(
      ({ kind, isStillMember }) =>
        isStillMember && settings.emailNotifications && settings[notificationKinds[kind]],
    );
    if (wanted.length > 0) {
      const write = () => compose(services, wanted, person.language, person.username);
      await sendMail(services, unit, { kind: 'digest', to: person.email, write, accountsOnly: true });
    }
    await repository.markMailed(
      due.map(({ id }) => id),
      services.clock.now(),
    );
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
