import type { Overview } from '@rowcast/contracts';
import type { overviewRepository } from './repository.ts';

type Queries = ReturnType<typeof overviewRepository>;
type Answers = { [Name in keyof Queries]: Awaited<ReturnType<Queries[Name]>> };

/** The driver may give a timestamp of a raw query as text. */
const iso = (at: Date | string) => new Date(at).toISOString();

export function presentOverview({ totals, traffic, topApis }: Answers): Overview {
  const { latestApiId, latestDatasetId, trainedModel, deployed, calledEndpoint, ...sums } = totals;
  return {
    ...sums,
    traffic: traffic.map(({ at, ...point }) => ({ at: iso(at), ...point })),
    topApis,
    checklist: {
      createdApi: latestApiId !== null,
      uploadedDataset: latestDatasetId !== null,
      ...{ trainedModel, deployed, calledEndpoint },
      ...{ latestApiId, latestDatasetId },
    },
  };
}
