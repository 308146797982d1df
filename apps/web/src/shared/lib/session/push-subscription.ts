import { atEndOfSession } from './session.ts';

export const canPush = () => 'serviceWorker' in navigator && 'PushManager' in window;
export const pushWorker = () => navigator.serviceWorker.getRegistration();
export const ownSubscription = async () => (await pushWorker())?.pushManager.getSubscription() ?? null;

/** The server stops sending when the session ends, so the browser must not show notifications as enabled. */
export const endPushWithSession = (): (() => void) =>
  atEndOfSession(() => {
    if (canPush()) void ownSubscription().then((subscription) => subscription?.unsubscribe());
  });
