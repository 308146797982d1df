import { Navigate } from 'react-router-dom';
import { usePaths } from '@/shared/lib/navigation/paths.ts';

/** Members stand where they are invited. */
export const TeamScreen = () => <Navigate to={usePaths().invite} replace />;
