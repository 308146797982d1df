export { PreferencesMenu } from './components/preferences-menu.tsx';
