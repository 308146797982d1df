import { StrictMode, Suspense } from 'react';
import { BrowserRouter, useRoutes } from 'react-router-dom';
import { RouteBoundary } from '@/features/problems/index.ts';
import { Starting } from './layouts/starting.tsx';
import { routes } from './routes.tsx';

const Screens = () => useRoutes(routes);

export function App() {
  return (
    <StrictMode>
      <BrowserRouter>
        <RouteBoundary>
          <Suspense fallback={<Starting />}>
            <Screens />
          </Suspense>
        </RouteBoundary>
      </BrowserRouter>
    </StrictMode>
  );
}
