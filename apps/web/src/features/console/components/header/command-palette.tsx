import { languages, themes } from '@rowcast/contracts/domain/people/preference-choices';
import { Command } from 'cmdk';
import {
  Bell,
  Boxes,
  BrainCircuit,
  CircleHelp,
  Database,
  Languages,
  Monitor,
  Moon,
  Plus,
  Settings,
  Sun,
} from 'lucide-react';
import { Dialog as Radix } from 'radix-ui';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDeniedReason } from '@/features/auth/index.ts';
import { savePreferences } from '@/features/settings/index.ts';
import { describeError } from '@/shared/i18n/error-message.ts';
import { languageNames } from '@/shared/i18n/i18n.ts';
import { useDebounced } from '@/shared/lib/live/use-debounced.ts';
import { usePaths } from '@/shared/lib/navigation/paths.ts';
import { useGuardedNavigate } from '@/shared/lib/navigation/unsaved-changes.ts';
import { scrimClasses } from '@/shared/ui/dialogs/dialog.tsx';
import { useReturnFocus } from '@/shared/ui/dialogs/return-focus.ts';
import { useApiSearch, useDatasetSearch, useModelSearch } from '../../api.ts';
import { usePlaces } from '../navigation/navigation.tsx';
import { ApiActions } from './palette-actions.tsx';
import { Group, Item } from './palette-items.tsx';

interface CommandPaletteProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onHelp: () => void;
}

const settingTabs = ['profile', 'security', 'notifications', 'api', 'advanced'] as const;
const themeIcons = { light: Sun, dark: Moon, system: Monitor } as const;

export function CommandPalette({ open, onOpenChange, onHelp }: CommandPaletteProps) {
  const { t } = useTranslation('console', { keyPrefix: 'palette' });
  const returning = useReturnFocus();
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className={scrimClasses} />
        <Radix.Content
          {...returning}
          aria-describedby={undefined}
          className="enter fixed inset-x-3 top-[12vh] z-40 mx-auto max-w-xl overflow-hidden rounded-lg bg-raised shadow-float outline-none"
        >
          <Radix.Title className="sr-only">{t('title')}</Radix.Title>
          <Commands onDone={() => onOpenChange(false)} onHelp={onHelp} />
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

function Commands({ onDone, onHelp }: { onDone: () => void; onHelp: () => void }) {
  const { t } = useTranslation('console', { keyPrefix: 'palette' });
  const { t: nav } = useTranslation('console', { keyPrefix: 'nav' });
  const { t: word } = useTranslation('ui', { keyPrefix: 'preferences' });
  const goTo = useGuardedNavigate();
  const paths = usePaths();
  const places = usePlaces();
  const writeDeniedReason = useDeniedReason('Write');
  const [sought, setSought] = useState('');
  const words = useDebounced(sought.trim());
  const apis = useApiSearch(words);
  const datasets = useDatasetSearch(words);
  const models = useModelSearch(words);
  const failed = apis.error ?? datasets.error ?? models.error;
  const asking = words !== sought.trim() || [apis, datasets, models].some(({ isFetching }) => isFetching);
  const run = (action: () => unknown) => () => {
    onDone();
    action();
  };
  return (
    <Command label={t('title')} loop>
      <Command.Input
        value={sought}
        onValueChange={setSought}
        placeholder={t('placeholder')}
        className="h-12 w-full border-b bg-transparent px-4 text-lg outline-none placeholder:text-faint"
      />
      {failed && (
        <p role="alert" className="border-b px-4 py-2 text-red">
          {describeError(failed).message}
        </p>
      )}
      <Command.List className="max-h-[min(26rem,60vh)] overflow-y-auto p-1.5">
        {!asking && !failed && (
          <Command.Empty className="px-3 py-8 text-center text-soft">{t('nothing')}</Command.Empty>
        )}
        <Group heading={t('apis')}>
          {!writeDeniedReason && (
            <Item icon={Plus} value={t('createApi')} onSelect={run(() => goTo(paths.newApi))}>
              {t('createApi')}
            </Item>
          )}
          {apis.data?.data.map((api) => (
            <Item
              key={api.id}
              icon={Boxes}
              value={`${api.name} ${api.id}`}
              keywords={[api.description]}
              onSelect={run(() => goTo(paths.api(api.id)))}
            >
              {api.name}
            </Item>
          ))}
        </Group>
        {datasets.data && datasets.data.data.length > 0 && (
          <Group heading={nav('datasets')}>
            {datasets.data.data.map(({ id, name, version }) => (
              <Item
                key={id}
                icon={Database}
                value={`${name} ${id}`}
                onSelect={run(() => goTo(paths.dataset(id)))}
              >
                {version > 1 ? `${name} · v${version}` : name}
              </Item>
            ))}
          </Group>
        )}
        {models.data && models.data.data.length > 0 && (
          <Group heading={t('models')}>
            {models.data.data.map(({ id, apiId, name, version }) => (
              <Item
                key={id}
                icon={BrainCircuit}
                value={`v${version} ${name} ${id}`}
                onSelect={run(() => goTo(paths.apiTab(apiId, `models/${id}`)))}
              >
                {name} · v{version}
              </Item>
            ))}
          </Group>
        )}
        <ApiActions onSelect={(to) => run(() => goTo(to))()} />
        <Group heading={t('goTo')}>
          {places.map(({ key, icon }) => (
            <Item key={key} icon={icon} value={nav(key)} onSelect={run(() => goTo(paths[key]))}>
              {nav(key)}
            </Item>
          ))}
          {settingTabs.map((tab) => (
            <Item
              key={tab}
              icon={Settings}
              value={t(`setting.${tab}`)}
              onSelect={run(() => goTo(`${paths.settings}?tab=${tab}`))}
            >
              {t(`setting.${tab}`)}
            </Item>
          ))}
          <Item icon={Bell} value={nav('notifications')} onSelect={run(() => goTo(paths.notifications))}>
            {nav('notifications')}
          </Item>
          <Item icon={CircleHelp} value={t('help')} onSelect={run(onHelp)}>
            {t('help')}
          </Item>
        </Group>
        <Group heading={word('theme')}>
          {themes.map((theme) => (
            <Item
              key={theme}
              icon={themeIcons[theme]}
              value={`${word('theme')} ${word(theme)}`}
              onSelect={run(() => savePreferences({ theme }))}
            >
              {word(theme)}
            </Item>
          ))}
        </Group>
        <Group heading={word('language')}>
          {languages.map((language) => (
            <Item
              key={language}
              icon={Languages}
              value={`${word('language')} ${languageNames[language]}`}
              onSelect={run(() => savePreferences({ language }))}
            >
              {languageNames[language]}
            </Item>
          ))}
        </Group>
      </Command.List>
    </Command>
  );
}
