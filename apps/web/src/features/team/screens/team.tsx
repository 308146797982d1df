import { Navigate } from 'react-router-dom';
import { usePaths } from '@/shared/lib/navigation/paths.ts';

/** The members are listed on the invite page. */
export const TeamScreen = () => <Navigate to={usePaths().invite} replace />;
