import { apiRoutes, testingRoutes } from '@rowcast/contracts';
import { route } from '../../platform/route.ts';
import { createTestCase, listTestCases, removeTestCase } from './cases.ts';
import { getApiDocument } from './document.ts';
import { policy } from './policy.ts';
import { predictFile } from './predict-file.ts';
import { runTestCases, testBatch } from './run-cases.ts';
import { testEndpoint } from './test-endpoint.ts';

export const routes = [
  route(apiRoutes.testEndpoint, policy.test, testEndpoint),
  route(testingRoutes.listCases, policy.read, listTestCases),
  route(testingRoutes.createCase, policy.write, createTestCase),
  route(testingRoutes.removeCase, policy.write, removeTestCase),
  route(testingRoutes.run, policy.test, runTestCases),
  route(testingRoutes.batch, policy.test, testBatch),
  route(testingRoutes.predictFile, policy.test, predictFile),
  route(testingRoutes.document, policy.read, getApiDocument),
];
