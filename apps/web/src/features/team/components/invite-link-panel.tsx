import { Link2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '@/shared/ui/actions/button.tsx';
import { CopyButton } from '@/shared/ui/actions/copy-button.tsx';
import { Input } from '@/shared/ui/forms/input.tsx';
import { Panel } from '@/shared/ui/layout/panel.tsx';
import { useTeamSettings } from '../api.ts';
import { useCreateLink } from '../invites-api.ts';

/** A single-use invite link, created on request because only its hash is stored. */
export function InviteLinkPanel() {
  const { t } = useTranslation('team');
  const create = useCreateLink();
  const role = useTeamSettings().data?.defaultRole;
  const link = create.data?.link;
  return (
    <Panel
      title={t('link.title')}
      description={role && t('link.description', { role: t(`role.${role}`) })}
      actions={
        <Button size="sm" busy={create.isPending} onClick={() => create.mutate()}>
          <Link2 aria-hidden />
          {t(link ? 'link.another' : 'link.create')}
        </Button>
      }
    >
      {link ? (
        <>
          <div className="flex items-center gap-2">
            <Input
              readOnly
              aria-label={t('link.title')}
              value={link}
              onFocus={(event) => event.target.select()}
              className="font-mono text-sm"
            />
            <CopyButton
              text={link}
              label={t('link.copy')}
              words={{ copied: t('link.copied'), failed: t('link.copyFailed') }}
            />
          </div>
          <p className="mt-2 text-faint text-sm">{t('link.once')}</p>
        </>
      ) : (
        <p className="text-soft">{t('link.none')}</p>
      )}
    </Panel>
  );
}
