import { Navigate, useLocation } from 'react-router-dom';

function Moved({ to }: { to: string }) {
  const { search, hash } = useLocation();
  return <Navigate to={{ pathname: `../${to}`, search, hash }} replace relative="path" />;
}

export const EditScreen = () => <Moved to="update" />;
export const TestScreen = () => <Moved to="testing" />;
