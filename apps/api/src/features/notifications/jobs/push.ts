import { notificationText } from '@rowcast/contracts';
import webPush from 'web-push';
import type { Payload } from '../../../platform/queue/queues.ts';
import { decrypt } from '../../../platform/security/encryption.ts';
import type { Services } from '../../../platform/services.ts';
import { daySeconds } from '../../../platform/time/durations.ts';
import { presentNotification } from '../presenter.ts';
import { pushRepository } from '../push.repository.ts';
import { notificationRepository } from '../repository.ts';

/** Unread after a day, it is in the console anyway. */
const keptSeconds = daySeconds;
const timeout = 10_000;
/** How a push service says that the browser has unsubscribed. */
const gone = [404, 410];

/**
 * Sends one notification to every browser of its person. Sent again after a failure, it takes the place of itself
 * there. Throws when a push service was not reached, for the queue to repeat.
 */
export async function sendPush(
  { db, config }: Services,
  { notificationId }: Pick<Payload<'push'>, 'notificationId'>,
): Promise<void> {
  const { VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey, VAPID_SUBJECT: subject } = config;
  const repository = pushRepository(db);
  const addressee = await repository.addressee(notificationId);
  if (!publicKey || !privateKey || !subject || !addressee) return;
  const found = await notificationRepository(db, addressee.userId).find(notificationId);
  const notification = presentNotification(found);
  const message = JSON.stringify({
    id: notification.id,
    text: notificationText(addressee.language, notification),
    path: notification.path,
  });
  const options = { vapidDetails: { subject, publicKey, privateKey }, TTL: keptSeconds, timeout };
  const outcomes = await Promise.allSettled(
    (await repository.browsersOf(addressee.userId)).map(async ({ endpoint, sealedKeys }) => {
      const keys = JSON.parse(decrypt(sealedKeys, config.ENCRYPTION_KEY)) as webPush.PushSubscription['keys'];
      await webPush.sendNotification({ endpoint, keys }, message, options).catch(async (error) => {
        if (!(error instanceof webPush.WebPushError) || !gone.includes(error.statusCode)) throw error;
        await repository.remove(endpoint);
      });
    }),
  );
  // Its message and body may hold the address of the browser, which is a secret.
  if (outcomes.some(({ status }) => status === 'rejected')) throw new Error('a push service did not take it');
}
