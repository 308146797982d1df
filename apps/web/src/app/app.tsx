import { StrictMode } from 'react';
import { RouterProvider } from 'react-router-dom';
import { router } from './router.tsx';

export function App() {
  return (
    <StrictMode>
      <RouterProvider router={router} />
    </StrictMode>
  );
}
