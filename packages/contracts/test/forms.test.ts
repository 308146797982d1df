import { expect, test } from 'vitest';
import { createApiForm, createModelBody, profileForm, signupForm, verifyForm } from '../src/index.ts';

const person = { name: 'Ada Lovelace', email: 'ada@example.com', phoneNumber: '+14155550100' };

test('a complete sign-up passes', () => {
  expect(signupForm.parse(person)).toEqual(person);
});

test.each(['+49 1512 3456789', '+49 (1512) 34-56-78-901', '98765 43210'])(
  'of the phone number %s only the digits count',
  (phoneNumber) => {
    expect(signupForm.parse({ ...person, phoneNumber })).toEqual({ ...person, phoneNumber });
    const name = { firstName: 'Ada', lastName: 'Lovelace' };
    expect(profileForm.parse({ ...name, phoneNumber })).toEqual({ ...name, phoneNumber });
  },
);

test.each([
  [{ name: 'A' }, 'Name is required'],
  [{ phoneNumber: '12345' }, 'Phone number must be at least 10 digits'],
  [{ phoneNumber: '' }, 'Phone number must be at least 10 digits'],
  [{ phoneNumber: '+49 (15) - 12' }, 'Phone number must be at least 10 digits'],
  [{ phoneNumber: `+1234567890${' '.repeat(30)}1` }, 'Please enter a valid phone number'],
  [{ phoneNumber: '1234567890123456' }, 'Phone number must be no more than 15 digits'],
  [{ phoneNumber: '12345abcde' }, 'Please enter a valid phone number'],
])('a sign-up with %o is refused with its sentence first', (change, message) => {
  const { error } = signupForm.safeParse({ ...person, ...change });
  expect(error?.issues[0]?.message).toBe(message);
});

test.each([
  ['12345', 'OTP must be exactly 6 digits'],
  ['1234567', 'OTP must be exactly 6 digits'],
  ['12a456', 'OTP must be numeric'],
])('the code %s is refused with its sentence', (otp, message) => {
  const { error } = verifyForm.safeParse({ email: person.email, otp });
  expect(error?.issues.map((issue) => issue.message)).toContain(message);
});

test('names are trimmed before they are measured', () => {
  expect(createApiForm.parse({ name: '  Churn  ' }).name).toBe('Churn');
  expect(createApiForm.safeParse({ name: ' x ' }).success).toBe(false);
});

const training = {
  apiId: `api_${'0'.repeat(32)}`,
  datasetId: `ds_${'0'.repeat(32)}`,
  targetColumn: 'income',
};

test.each(['0x10', '0b11', 'Infinity', '1,5', '10 '])('epochs of %o are a number or refused', (epochs) => {
  const { data } = createModelBody.safeParse({ ...training, epochs });
  expect(data?.epochs).toBe(epochs === '10 ' ? 10 : undefined);
});

test('numbers of a training may come as text, and what is not given has a value', () => {
  const parsed = createModelBody.parse({ ...training, testSize: '0.3', timeBudgetSeconds: '20' });
  expect(parsed).toMatchObject({
    testSize: 0.3,
    timeBudgetSeconds: 20,
    task: 'auto',
    modelType: 'auto',
    seed: 0,
  });
});

test.each([
  [{}, 60],
  [{ timeBudget: 'quick' }, 15],
  [{ timeBudget: 'thorough' }, 300],
  [{ timeBudget: '90' }, 90],
  [{ timeBudget: 'balanced', timeBudgetSeconds: 60 }, 60],
])('a training with the budget %o takes up to %d seconds', (budget, seconds) => {
  const parsed = createModelBody.parse({ ...training, ...budget });
  expect(parsed.timeBudgetSeconds).toBe(seconds);
  expect(parsed).not.toHaveProperty('timeBudget');
});

test.each([
  [{ testSize: 0.9 }],
  [{ timeBudgetSeconds: 1 }],
  [{ timeBudget: 'slow' }],
  [{ timeBudget: 'quick', timeBudgetSeconds: 60 }],
  [{ targetColumn: '' }],
  [{ datasetId: 'ds_1' }],
  [{ apiId: training.datasetId }],
])('a training with %o is refused', (change) => {
  expect(createModelBody.safeParse({ ...training, ...change }).success).toBe(false);
});
