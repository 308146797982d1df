// @vitest-environment node
import { apiSettings } from '@rowcast/contracts/domain/apis/api';
import { rolloutGates } from '@rowcast/contracts/domain/apis/rollout';
import { settings } from '@rowcast/contracts/domain/people/settings';
import { teamSettings } from '@rowcast/contracts/domain/people/team';
import { expect, test } from 'vitest';
import words from './i18n/en.json';

const sections = Object.values(settings.shape).flatMap(({ shape }) => Object.keys(shape));
const profile = ['firstName', 'lastName', 'phoneNumber', 'company', 'position', 'webhookUrl'];
const changes = ['deprecated', 'sunsetAt', 'steps', 'versionOf', 'copyOf', 'successor', 'inviteId', 'error'];
const ofAccount = ['before', 'after', 'as', 'method', 'count'];
const all = [
  ...sections,
  ...Object.keys(apiSettings.shape),
  ...Object.keys(teamSettings.shape),
  ...[...profile, ...changes, ...ofAccount],
];

test('settings sections have labels', () => {
  const kinds = Object.keys(settings.shape).map((section) => `${section} settings`);
  expect(kinds.filter((kind) => !Object.hasOwn(words.kind, kind))).toEqual([]);
});

test('every recorded field has a label', () => {
  expect(all.filter((field) => !Object.hasOwn(words.field, field))).toEqual([]);
  expect(Object.keys(words.field.gates).sort()).toEqual(Object.keys(rolloutGates.shape).sort());
});
