export { apisQuery, useApis } from './api.ts';
export { CreateApi } from './components/create-api.tsx';
