export { apisQuery, useApis } from './api.ts';
export { ApiStatusBadges } from './components/api-badges.tsx';
export { CreateApi } from './components/create-api.tsx';
