import type { Api } from '@rowcast/contracts/domain/apis/api';
import { useOutletContext } from 'react-router-dom';

/** The deployed model. Before the first deployment, an API contains its newest one. */
export const deployedModel = ({ model, version }: Api): Api['model'] => (version === 'v0' ? null : model);

/** The API of the current page. */
export const useCurrentApi = () => useOutletContext<Api>();
