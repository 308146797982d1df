import { atEndOfSession } from './session.ts';

export const canPush = () => 'serviceWorker' in navigator && 'PushManager' in window;
export const pushWorker = () => navigator.serviceWorker.getRegistration();
export const ownSubscription = async () => (await pushWorker())?.pushManager.getSubscription() ?? null;

/** The server sends no more when the session is over; then the browser must not say either that messages are on. */
export const endPushWithSession = (): (() => void) =>
  atEndOfSession(() => {
    if (canPush()) void ownSubscription().then((subscription) => subscription?.unsubscribe());
  });
