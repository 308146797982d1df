import { Navigate } from 'react-router-dom';
import { usePaths } from '@/shared/lib/navigation/paths.ts';

/** The workspace analytics are a tab of the overview. */
export const AnalyticsScreen = () => <Navigate to={`${usePaths().overview}?tab=analytics`} replace />;
