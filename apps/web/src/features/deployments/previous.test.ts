// @vitest-environment node
import type { Deployment } from '@rowcast/contracts/domain/apis/deployment';
import { expect, test } from 'vitest';
import { previousDeployment, returnable } from './previous.ts';

const deployment = (modelVersion: number, status: Deployment['status']): Deployment => ({
  id: `dep_${modelVersion}_${status}`,
  apiId: 'api_1',
  modelId: `mdl_${modelVersion}`,
  modelName: 'Churn',
  modelVersion,
  status,
  loadMs: 40,
  error: null,
  deployedBy: null,
  createdAt: '2026-01-01T00:00:00.000Z',
  retiredAt: null,
});

test('rolls back to the latest other served model', () => {
  const history = [
    deployment(2, 'live'),
    deployment(3, 'failed'),
    deployment(2, 'superseded'),
    deployment(1, 'superseded'),
  ];
  expect(previousDeployment(history)?.modelVersion).toBe(1);
});

test('the first deployment has no rollback target', () => {
  expect(previousDeployment([deployment(1, 'live')])).toBeUndefined();
  expect(previousDeployment([])).toBeUndefined();
});

test('restores rolled-back models, each by its latest deployment', () => {
  const history = [
    deployment(1, 'live'),
    deployment(3, 'failed'),
    deployment(2, 'withdrawn'),
    deployment(2, 'superseded'),
    deployment(1, 'superseded'),
    deployment(4, 'candidate'),
    deployment(5, 'superseded'),
  ];
  expect([...returnable(history)]).toEqual(['dep_2_withdrawn', 'dep_5_superseded']);
});
