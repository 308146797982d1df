import { beforeAll, expect, test } from 'vitest';
import { startWords } from '../../../test/render.tsx';
import { RequestError } from '../lib/http/request-error.ts';
import { describeError, describeFailure, describeField, translateMessage } from './error-message.ts';
import { setLanguage } from './i18n.ts';

beforeAll(() => startWords());

const error = (status: number | undefined, code = 'UNKNOWN', message = 'An error occurred') =>
  new RequestError({ status, code, message });

test.each([
  [403, "Access denied. You don't have permission to perform this action."],
  [404, 'Resource not found.'],
  [429, 'Too many requests. Please try again later.'],
  [500, 'Server error. Please try again later.'],
  [503, 'Server error. Please try again later.'],
  [418, 'An error occurred'],
])('status %i shows %j', (status, message) => {
  expect(describeError(error(status)).message).toBe(message);
});

test("otherwise shows the server's message, else the fallback", () => {
  expect(describeError(error(400, 'CODE_WRONG', 'The code is wrong.')).message).toBe('The code is wrong.');
  expect(describeError(error(418), 'Failed to create API').message).toBe('Failed to create API');
  expect(describeError(new Error('x is not a function')).message).toBe('An error occurred');
});

test("shows the server's details and the request id below", () => {
  const limited = new RequestError({
    status: 429,
    code: 'CODE_TOO_SOON',
    message: 'Wait a moment.',
    requestId: 'req_7',
  });
  expect(describeError(limited).description).toBe('Wait a moment. · Request req_7');
});

test('translates known codes and validation messages', async () => {
  await setLanguage('de');
  expect(describeError(error(400, 'CODE_WRONG', 'The code is wrong.')).message).toMatch(
    /^Der Code ist falsch/,
  );
  expect(translateMessage('Name is required')).toBe('Der Name ist erforderlich');
  expect(translateMessage('Use at most 254 characters')).toBe('Verwenden Sie höchstens 254 Zeichen');
  expect(translateMessage('Choose a field')).toBe('Wählen Sie ein Feld');
  expect(translateMessage("Message can't contain control characters")).toBe(
    'Die Nachricht darf keine Steuerzeichen enthalten',
  );
  expect(translateMessage('Something new')).toBe('Something new');
  await setLanguage('en');
});

test('translates a field error by its code', async () => {
  const taken = error(409, 'USERNAME_TAKEN', 'This username is taken or reserved. Choose another.');
  expect(describeField(taken, taken.message)).toBe(taken.message);
  await setLanguage('de');
  expect(describeField(taken, taken.message)).toMatch(/^Dieser Benutzername/);
  expect(describeField(taken, 'Only this field knows.')).toBe('Only this field knows.');
  const refused = error(400, 'VALIDATION_FAILED', 'Name is required');
  expect(describeField(refused, refused.message)).toBe('Name is required');
  await setLanguage('en');
});

test('shows what failed first and the reason below', () => {
  const refused = new RequestError({ code: 'TEAM_FULL', message: 'The team is full.', status: 409 });
  expect(describeFailure(refused, 'Failed to send invitation')).toMatchObject({
    message: 'Failed to send invitation',
    description: 'The team is full.',
  });
  const denied = new RequestError({ code: 'UNKNOWN', message: 'no', status: 403, requestId: 'req_7' });
  expect(describeFailure(denied, 'Failed to update profile').description).toMatch(/^Access denied\..*req_7/);
  expect(describeFailure(new Error('x'), 'Failed to copy link').description).toBeUndefined();
});
