import { themes } from '@rowcast/contracts/domain/people/preference-choices';
import type { Preferences } from '@rowcast/contracts/domain/people/settings';
import i18next from 'i18next';
import { create } from 'zustand';

export type Theme = Preferences['theme'];
export type Timezone = Preferences['timezone'];

const darkQuery = () => window.matchMedia('(prefers-color-scheme: dark)');

function storedTheme(): Theme {
  const stored = localStorage.getItem('theme');
  return themes.find((theme) => theme === stored) ?? 'system';
}

interface LocalPreferences {
  theme: Theme;
  /** The time zone of all dates. The device's zone until the person chooses one. */
  timezone: string | undefined;
  debugMode: boolean;
}

export const usePreferences = create<LocalPreferences>(() => ({
  theme: storedTheme(),
  timezone: localStorage.getItem('timezone') ?? undefined,
  debugMode: localStorage.getItem('debug') === 'true',
}));

function paint(): void {
  const { theme } = usePreferences.getState();
  const dark = theme === 'dark' || (theme === 'system' && darkQuery().matches);
  document.documentElement.dataset.theme = dark ? 'dark' : 'light';
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', dark ? '#151315' : '#ffffff');
}

export function setTheme(theme: Theme): void {
  localStorage.setItem('theme', theme);
  usePreferences.setState({ theme });
  paint();
}

export function setTimezone(timezone: Timezone): void {
  if (usePreferences.getState().timezone === timezone) return;
  localStorage.setItem('timezone', timezone);
  usePreferences.setState({ timezone });
  // Dates depend on the language too, so components that show dates re-render.
  i18next.emit('languageChanged', i18next.language);
}

export function setDebugMode(debugMode: boolean): void {
  localStorage.setItem('debug', String(debugMode));
  usePreferences.setState({ debugMode });
}

export function followSystemTheme(): void {
  darkQuery().addEventListener('change', paint);
}
