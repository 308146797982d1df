export { ActivityFeed } from './components/activity-feed.tsx';
