export { DebugStrip } from './components/debug-strip.tsx';
export { PreferencesMenu } from './components/preferences-menu.tsx';
export { useFollowPreferences } from './follow-preferences.ts';
export { savePreferences } from './save-preferences.ts';
