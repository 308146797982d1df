import { themes } from '@rowcast/contracts/domain/people/preference-choices';
import { Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { DeleteAccountDialog, ExportPanel } from '@/features/account/index.ts';
import { usePreferences } from '@/shared/lib/session/preferences.ts';
import { Button } from '@/shared/ui/actions/button.tsx';
import { FieldFrame } from '@/shared/ui/forms/field.tsx';
import { Select } from '@/shared/ui/forms/select.tsx';
import { Switch } from '@/shared/ui/forms/switch.tsx';
import { Panel } from '@/shared/ui/layout/panel.tsx';
import { Facts } from '@/shared/ui/tables/facts.tsx';
import { savePreferences } from '../save-preferences.ts';

const apiVersion = 'v1.0.0';

export function AdvancedTab() {
  const { t } = useTranslation('settings', { keyPrefix: 'advanced' });
  return (
    <div className="grid gap-5">
      <ExportPanel />
      <Appearance />
      <Developer />
      <Panel title={t('delete')} description={t('deleteHint')} className="border-red-line">
        <DeleteAccountDialog
          title={t('deleteSure')}
          done={t('deleted')}
          failed={t('deleteFailed')}
          trigger={
            <Button variant="danger">
              <Trash2 aria-hidden />
              {t('delete')}
            </Button>
          }
        />
      </Panel>
    </div>
  );
}

function Appearance() {
  const { t } = useTranslation('settings', { keyPrefix: 'advanced' });
  const { t: word } = useTranslation('ui', { keyPrefix: 'preferences' });
  const theme = usePreferences((preferences) => preferences.theme);
  return (
    <Panel title={t('appearance')}>
      <FieldFrame label={word('theme')} hint={t('themeHint')} className="max-w-60">
        {(ties) => (
          <Select
            {...ties}
            value={theme}
            onChange={(next) => void savePreferences({ theme: next })}
            options={themes.map((value) => ({ value, label: word(value) }))}
          />
        )}
      </FieldFrame>
    </Panel>
  );
}

function Developer() {
  const { t } = useTranslation('settings', { keyPrefix: 'advanced' });
  const debugMode = usePreferences((preferences) => preferences.debugMode);
  return (
    <Panel title={t('developer')}>
      <div className="grid gap-4">
        <FieldFrame inline label={t('debug')} hint={t('debugHint')}>
          {(ties) => (
            <Switch {...ties} value={debugMode} onChange={(on) => void savePreferences({ debugMode: on })} />
          )}
        </FieldFrame>
        <Facts items={[{ label: t('apiVersion'), value: apiVersion }]} />
      </div>
    </Panel>
  );
}
