import type { Overview } from '@rowcast/contracts/domain/apis/overview';

/** Of a workspace in which nothing has been done yet. */
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
  },
  ...part,
});
