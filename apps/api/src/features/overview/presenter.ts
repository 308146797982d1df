import type { Overview } from '@rowcast/contracts';
import type { overviewRepository } from './repository.ts';

type Queries = ReturnType<typeof overviewRepository>;
type Answers = { [Name in keyof Queries]: Awaited<ReturnType<Queries[Name]>> };

/** The driver may give a timestamp of a raw query as text. */
const iso = (at: Date | string) => new Date(at).toISOString();

export function presentOverview({ totals, traffic, topApis }: Answers): Overview {
  const { createdApi, uploadedDataset, trainedModel, deployed, calledEndpoint, ...rest } = totals;
  const { latestApiId, latestDatasetId, ...sums } = rest;
  return {
    ...sums,
    traffic: traffic.map(({ at, ...point }) => ({ at: iso(at), ...point })),
    topApis,
    checklist: {
      ...{ createdApi, uploadedDataset, trainedModel, deployed, calledEndpoint },
      ...{ latestApiId, latestDatasetId },
    },
  };
}
