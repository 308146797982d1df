import { create } from 'zustand';

export const themes = ['light', 'dark', 'system'] as const;
export type Theme = (typeof themes)[number];

const darkQuery = () => window.matchMedia('(prefers-color-scheme: dark)');

function storedTheme(): Theme {
  const stored = localStorage.getItem('theme');
  return themes.find((theme) => theme === stored) ?? 'system';
}

export const usePreferences = create<{ theme: Theme }>(() => ({ theme: storedTheme() }));

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

export function followSystemTheme(): void {
  darkQuery().addEventListener('change', paint);
}
