import { useTranslation } from 'react-i18next';
import './welcome-panel.css';

const rows = 9;
const columns = [3, 5, 2, 4];

/** An animation beside the sign-in forms on wide screens: rows of a table become predictions. */
export function WelcomePanel() {
  const { t } = useTranslation('auth', { keyPrefix: 'welcome' });
  const steps = ['rows', 'train', 'call'] as const;
  return (
    <aside className="hidden flex-col justify-center border-l bg-sunken px-12 lg:flex xl:px-20">
      <div className="max-w-lg">
        <div aria-hidden className="grid gap-2">
          {Array.from({ length: rows }, (_, row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a row is its position
            <div key={row} className="flex items-center gap-2">
              {columns.map((width, column) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a cell is its position
                <span key={column} className="h-3 rounded-sm bg-line" style={{ flex: width }} />
              ))}
              <span
                className="cast-line h-px flex-[2] bg-line-strong"
                style={{ animationDelay: `${row * 0.45}s` }}
              />
              <span
                className="cast-cell h-3 w-16 rounded-sm bg-accent"
                style={{ animationDelay: `${row * 0.45}s` }}
              />
            </div>
          ))}
        </div>
        <h2 className="mt-12 font-semibold text-2xl tracking-tight">{t('title')}</h2>
        <ol className="mt-6 grid gap-5">
          {steps.map((step, index) => (
            <li key={step} className="flex gap-4">
              <span className="mt-px w-3 font-medium text-accent-text">{index + 1}</span>
              <div>
                <p className="font-medium">{t(step)}</p>
                <p className="text-soft">{t(`${step}Hint`)}</p>
              </div>
            </li>
          ))}
        </ol>
      </div>
    </aside>
  );
}
