import { TOTP } from 'otpauth';
import type { SignedIn, TestApp } from './app.ts';

/** An authenticator app: the code of a time step, counted from the one that is now. */
export function authenticator(secret: string, now: () => number = Date.now) {
  const totp = new TOTP({ secret });
  return { code: (steps = 0) => totp.generate({ timestamp: now() + steps * 30_000 }) };
}

/** Sets one up for this person, by the calls that the console makes. Its current step is used up. */
export async function setUpAuthenticator(
  app: TestApp,
  { headers }: Pick<SignedIn, 'headers'>,
  now = Date.now,
) {
  const setup = (body: object) => app.request.post('/api/v1/auth/mfa/setup').set(headers).send(body);
  const begun = await setup({}).expect(200);
  const device = authenticator(begun.body.secret, now);
  const done = await setup({ code: device.code() }).expect(200);
  return {
    ...device,
    secret: begun.body.secret as string,
    recoveryCodes: done.body.recoveryCodes as string[],
  };
}
