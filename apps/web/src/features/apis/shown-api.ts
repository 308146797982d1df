import type { Api } from '@rowcast/contracts/domain/api';
import { useOutletContext } from 'react-router-dom';

/** The API whose page this is. */
export const useShownApi = () => useOutletContext<Api>();
