import { Archive, ArchiveRestore, CalendarClock, Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { useDeniedReason } from '@/features/auth/index.ts';
import { usePaths } from '@/shared/lib/navigation/paths.ts';
import { notify } from '@/shared/lib/notify/notify.ts';
import { Button } from '@/shared/ui/actions/button.tsx';
import { Panel } from '@/shared/ui/layout/panel.tsx';
import { useUpdateApi } from '../../api.ts';
import { useCurrentApi } from '../../current-api.ts';
import { DeleteApiDialog } from './delete-api-dialog.tsx';
import { DeprecateDialog } from './deprecate-dialog.tsx';

/** Disables, deprecates or deletes an API. */
export function DangerZone() {
  const { t } = useTranslation('apis');
  const api = useCurrentApi();
  const navigate = useNavigate();
  const paths = usePaths();
  const update = useUpdateApi(api.id, 'danger.failed');
  const writeDeniedReason = useDeniedReason('Write');
  const deleteDeniedReason = useDeniedReason('Delete');
  const [deleting, setDeleting] = useState(false);
  const deprecated = api.status === 'deprecated';
  return (
    <Panel title={t('danger.title')} className="max-w-2xl border-red-line">
      <ul className="grid gap-4">
        <DangerItem
          title={t(deprecated ? 'danger.deprecated' : 'danger.deprecate')}
          text={t(deprecated ? 'danger.restoreText' : 'danger.deprecateText')}
        >
          {deprecated ? (
            <div className="flex flex-wrap gap-2">
              <DeprecateDialog
                api={api}
                trigger={
                  <Button blocked={writeDeniedReason}>
                    <CalendarClock aria-hidden />
                    {t('danger.changeDay')}
                  </Button>
                }
              />
              <Button
                busy={update.isPending}
                blocked={writeDeniedReason}
                onClick={() =>
                  update.mutate({ deprecated: false }, { onSuccess: () => notify.success(t('update.done')) })
                }
              >
                <ArchiveRestore aria-hidden />
                {t('danger.restore')}
              </Button>
            </div>
          ) : (
            <DeprecateDialog
              api={api}
              trigger={
                <Button variant="danger" blocked={writeDeniedReason}>
                  <Archive aria-hidden />
                  {t('danger.deprecate')}
                </Button>
              }
            />
          )}
        </DangerItem>
        <DangerItem title={t('delete.title')} text={t('danger.deleteText')}>
          <Button variant="danger" blocked={deleteDeniedReason} onClick={() => setDeleting(true)}>
            <Trash2 aria-hidden />
            {t('delete.title')}
          </Button>
        </DangerItem>
      </ul>
      <DeleteApiDialog
        api={api}
        open={deleting}
        onOpenChange={setDeleting}
        onDeleted={() => navigate(paths.apis, { replace: true })}
      />
    </Panel>
  );
}

function DangerItem({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-3">
      <div className="min-w-0 flex-1 basis-64">
        <p className="font-medium">{title}</p>
        <p className="text-soft text-sm">{text}</p>
      </div>
      {children}
    </li>
  );
}
