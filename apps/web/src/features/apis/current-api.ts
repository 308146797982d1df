import type { Api } from '@rowcast/contracts/domain/apis/api';
import { useOutletContext } from 'react-router-dom';

/** The model that answers; before the first deployment an API names its newest one. */
export const answeringModel = ({ model, version }: Api): Api['model'] => (version === 'v0' ? null : model);

/** The API whose page this is. */
export const useShownApi = () => useOutletContext<Api>();
