import { settingsRoutes } from '@rowcast/contracts';
import { route } from '../../platform/route.ts';
import { getSection, getSettings } from './get.ts';
import { policy } from './policy.ts';
import { updateSection, updateSecurity, updateSettings } from './update.ts';

export const routes = [
  route(settingsRoutes.get, policy.readWorkspace, getSettings),
  route(settingsRoutes.update, policy.own, updateSettings),
  route(settingsRoutes.getPreferences, policy.own, getSection('preferences')),
  route(settingsRoutes.updatePreferences, policy.own, updateSection('preferences')),
  route(settingsRoutes.getNotifications, policy.own, getSection('notifications')),
  route(settingsRoutes.updateNotifications, policy.own, updateSection('notifications')),
  route(settingsRoutes.getSecurity, policy.own, getSection('security')),
  route(settingsRoutes.updateSecurity, policy.own, updateSecurity),
  route(settingsRoutes.getIntegrations, policy.readWorkspace, getSection('integrations')),
  route(settingsRoutes.updateIntegrations, policy.changeWorkspace, updateSection('integrations')),
];
