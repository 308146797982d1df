export { apisQuery, useApi, useUpdateApi } from './api.ts';
export { CreateApi } from './components/create/create-api.tsx';
export { ApiStatusBadges } from './components/list/api-badges.tsx';
export { deployedModel } from './current-api.ts';
