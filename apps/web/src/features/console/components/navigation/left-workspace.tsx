import { useTranslation } from 'react-i18next';
import { useTitle } from '@/shared/lib/navigation/title.ts';
import { Button } from '@/shared/ui/actions/button.tsx';

interface LeftWorkspaceProps {
  name: string;
  /** The URL of another workspace. */
  elsewhere: string;
}

/** Replaces a workspace from which the user was just removed. */
export function LeftWorkspace({ name, elsewhere }: LeftWorkspaceProps) {
  const { t } = useTranslation('console', { keyPrefix: 'workspace' });
  const title = t('leftTitle', { name });
  useTitle(title);
  return (
    <main className="grid min-h-dvh place-items-center px-4 py-24 text-center">
      <div className="max-w-lg" role="alert">
        <h1 className="break-words font-semibold text-2xl tracking-tight">{title}</h1>
        <p className="mt-2 text-soft">{t('leftHint')}</p>
        <Button asChild variant="primary" className="mt-6">
          <a href={elsewhere}>{t('leftAction')}</a>
        </Button>
      </div>
    </main>
  );
}
