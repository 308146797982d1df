import { sampleNames } from '@rowcast/contracts';
import { listedSample } from './tables/samples.ts';

export const listSamples = async () => ({ data: sampleNames.map(listedSample) });
