import type { Api } from '@rowcast/contracts/domain/apis/api';
import { Copy, Ellipsis, ExternalLink, Pencil, Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { useDeniedReason } from '@/features/auth/index.ts';
import { usePaths } from '@/shared/lib/navigation/paths.ts';
import { notify } from '@/shared/lib/notify/notify.ts';
import { DropdownMenu, MenuItem, MenuSeparator } from '@/shared/ui/actions/dropdown-menu.tsx';
import { IconButton } from '@/shared/ui/actions/icon-button.tsx';
import { useDuplicateApi } from '../../api.ts';
import { DeleteApiDialog } from '../settings/delete-api-dialog.tsx';

/** Loads at the first click on its button, then opens at once. */
export function ApiMenuChoices({ api, label }: { api: Api; label: string }) {
  const { t } = useTranslation('apis');
  const navigate = useNavigate();
  const paths = usePaths();
  const duplicate = useDuplicateApi();
  const writeDeniedReason = useDeniedReason('Write');
  const deleteDeniedReason = useDeniedReason('Delete');
  const [deleting, setDeleting] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const copy = () =>
    duplicate.mutate(api.id, { onSuccess: () => notify.success(t('duplicate.done', { name: api.name })) });
  return (
    <>
      <DropdownMenu
        defaultOpen
        trigger={
          <IconButton ref={button} label={label} size="sm" busy={duplicate.isPending}>
            {!duplicate.isPending && <Ellipsis aria-hidden />}
          </IconButton>
        }
      >
        <MenuItem onSelect={() => navigate(paths.api(api.id))}>
          <ExternalLink aria-hidden />
          {t('card.open')}
        </MenuItem>
        {!writeDeniedReason && (
          <>
            <MenuItem onSelect={() => navigate(paths.apiTab(api.id, 'settings/update'))}>
              <Pencil aria-hidden />
              {t('card.edit')}
            </MenuItem>
            <MenuItem onSelect={copy}>
              <Copy aria-hidden />
              {t('card.duplicate')}
            </MenuItem>
          </>
        )}
        {!deleteDeniedReason && (
          <>
            <MenuSeparator />
            <MenuItem danger onSelect={() => setDeleting(true)}>
              <Trash2 aria-hidden />
              {t('card.delete')}
            </MenuItem>
          </>
        )}
      </DropdownMenu>
      <DeleteApiDialog api={api} open={deleting} onOpenChange={setDeleting} returnFocus={button} />
    </>
  );
}
