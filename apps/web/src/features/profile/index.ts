export { useSaveProfile } from './api.ts';
export { PersonCard } from './components/person-card.tsx';
export { ProfilePanel } from './components/profile-panel.tsx';
export { profileFields, profileValues } from './profile-form.ts';
