import { defaultPreferences, fillText, languages } from '@rowcast/contracts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { mailTexts } from '../../src/features/mail/texts.ts';
import { startApp, type TestApp } from '../harness/app.ts';
import { forgetLimits, newestMail } from '../harness/mail.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());
beforeEach(() => forgetLimits(app));

const newestTo = (email: string) => newestMail(app, email);
const signUp = (email: string, wanted: string) =>
  app.request
    .post('/api/v1/auth/signup')
    .set('Accept-Language', wanted)
    .send({ name: 'Ana Lee', email, phoneNumber: '+14155550100' })
    .expect(202);

test.each([
  ['de-CH,de;q=0.9,en;q=0.5', 'de'],
  ['fr', 'fr'],
  ['pt-BR, es;q=0.8', 'es'],
  ['ja', 'en'],
] as const)('someone new whose browser asks for %s reads %s', async (wanted, language) => {
  const email = `new-${language}@example.test`;
  await signUp(email, wanted);
  const { subject, text, code = '' } = await newestTo(email);
  const { is, purposes } = mailTexts[language].code;
  expect(subject).toBe(purposes.login.subject);
  expect(text).toContain(fillText(is, { code }));
  expect(text).not.toContain('{{');
});

test.each([
  [['es-ES,es;q=0.9'], 'es', { language: 'es' }],
  [['es', 'de'], 'de', { language: 'de' }],
  [['es', 'en-GB'], 'en', {}],
] as const)(
  'who signs up with browsers that ask for %j is written to in %s later',
  async (wanted, language, kept) => {
    const email = `kept-${wanted.length}-${language}@example.test`;
    for (const each of wanted) {
      await forgetLimits(app);
      await signUp(email, each);
    }
    const { code: otp } = await newestTo(email);
    const { body } = await app.request
      .post('/api/v1/auth/verify-otp')
      .set('Accept-Language', 'fr')
      .send({ email, otp })
      .expect(200);
    expect(body.user.preferences).toEqual(kept);
    await app.request
      .get('/api/v1/settings/preferences')
      .auth(body.token, { type: 'bearer' })
      .expect(200, { ...defaultPreferences, language });
  },
);

test('signing up again with another language changes nothing of an account', async () => {
  const person = await app.signIn();
  await signUp(person.email, 'es');
  const { body } = await app.request.get('/api/v1/auth/me').set(person.headers).expect(200);
  expect(body.preferences).toEqual({});
});

test('a chosen language goes before that of the browser, also where someone else has the mail sent', async () => {
  const person = await app.signIn();
  await app.request
    .put('/api/v1/settings/preferences')
    .set(person.headers)
    .send({ language: 'fr' })
    .expect(200);
  await app.request
    .post('/api/v1/auth/login')
    .set('Accept-Language', 'de')
    .send({ email: person.email })
    .expect(200);
  expect((await newestTo(person.email)).subject).toBe(mailTexts.fr.code.purposes.login.subject);
  const host = await app.signIn();
  await app.request
    .post('/api/v1/team/invites')
    .set(host.headers)
    .send({ email: person.email, role: 'viewer' })
    .expect(201);
  const { text } = await newestTo(person.email);
  expect(text).toContain('espace de travail');
  expect(text).toContain(fillText(mailTexts.fr.invitation.once, { to: person.email }));
});

test('who loses an address is warned in their own language', async () => {
  const person = await app.signIn();
  const put = (path: string, body: object) => app.request.put(path).set(person.headers).send(body);
  await put('/api/v1/settings/preferences', { language: 'fr' }).expect(200);
  const email = 'moved-to@example.test';
  const post = (path: string, body: object) =>
    app.request.post(path).set(person.headers).set('Accept-Language', 'de').send(body);
  await post('/api/v1/users/me/email', { email }).expect(202);
  await post('/api/v1/users/me/email/confirm', { email, otp: await app.codeFor(email) }).expect(200);
  expect((await newestTo(person.email)).subject).toBe(mailTexts.fr.emailChanged.subject);
});

test('every mail says in each language what it says in English', () => {
  const gaps = (texts: unknown) =>
    JSON.stringify(texts)
      .match(/\{\{\w+\}\}/g)
      ?.toSorted();
  for (const language of languages) expect(gaps(mailTexts[language]), language).toEqual(gaps(mailTexts.en));
});
