import { createRoot } from 'react-dom/client';
import { keepInstallOffer } from '@/features/offline/index.ts';
import { loadWords, startI18n } from '@/shared/i18n/i18n.ts';
import { followSystemTheme } from '@/shared/lib/preferences.ts';
import { followOtherTabs } from '@/shared/lib/session.ts';
import { App } from './app.tsx';
import { loadCatalogue } from './catalogues.ts';
import './app.css';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');

followSystemTheme();
followOtherTabs();
keepInstallOffer();
await startI18n(loadCatalogue);
await loadWords('app', 'ui');
createRoot(root).render(<App />);
