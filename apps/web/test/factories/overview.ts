import type { Overview } from '@rowcast/contracts/domain/apis/overview';

/** The overview of an empty workspace. */
export const anOverview = (part: Partial<Overview> = {}): Overview => ({
  totalApis: 0,
  activeApis: 0,
  totalRequests: 0,
  avgResponseMs: null,
  uptime: null,
  traffic: [],
  topApis: [],
  checklist: {
    createdApi: false,
    uploadedDataset: false,
    trainedModel: false,
    deployed: false,
    calledEndpoint: false,
    latestApiId: null,
    latestDatasetId: null,
  },
  ...part,
});
