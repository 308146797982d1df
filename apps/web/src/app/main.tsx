import { startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { storeInstallOffer } from '@/features/offline/index.ts';
import { loadWords, startI18n } from '@/shared/i18n/i18n.ts';
import { guardBack } from '@/shared/lib/navigation/guard-back.ts';
import { followSystemTheme } from '@/shared/lib/session/preferences.ts';
import { endPushWithSession } from '@/shared/lib/session/push-subscription.ts';
import { followOtherTabs } from '@/shared/lib/session/session.ts';
import { App } from './app.tsx';
import { loadCatalogue } from './catalogues.ts';
import { routes } from './routes.tsx';
import { loadScreen } from './screens.tsx';
import './app.css';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');

followSystemTheme();
followOtherTabs();
guardBack();
endPushWithSession();
storeInstallOffer();
const screen = loadScreen(routes, window.location.pathname).catch(() => {
  // Re-rendered below, where the error boundary of the screen reports the error.
});
await startI18n(loadCatalogue);
await Promise.all([loadWords('app', 'ui'), screen]);
// As a transition, so that the existing content can scroll during the first render.
startTransition(() => createRoot(root).render(<App />));
