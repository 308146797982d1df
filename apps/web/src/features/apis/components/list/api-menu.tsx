import type { Api } from '@rowcast/contracts/domain/apis/api';
import { Ellipsis } from 'lucide-react';
import { lazy } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@/shared/ui/actions/button.tsx';
import { LazyOnPress } from '@/shared/ui/actions/lazy-on-press.tsx';

const Choices = lazy(() => import('./api-menu-items.tsx').then((m) => ({ default: m.ApiMenuChoices })));

/** A list has many menus, of which few are opened. */
export function ApiMenu({ api }: { api: Api }) {
  const { t } = useTranslation('apis');
  const label = t('card.menu', { name: api.name });
  const button = (
    <Button
      variant="ghost"
      size="sm"
      className="w-7 px-0"
      aria-label={label}
      title={label}
      aria-haspopup="menu"
    >
      <Ellipsis aria-hidden />
    </Button>
  );
  return (
    <LazyOnPress button={button}>
      <Choices api={api} label={label} />
    </LazyOnPress>
  );
}
