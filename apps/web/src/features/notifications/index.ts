export { NotificationBell } from './components/notification-bell.tsx';
export { PushSetting } from './components/push-setting.tsx';
