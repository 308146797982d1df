export { useApis } from './api.ts';
export { CreateApiDialog } from './components/create-api-dialog.tsx';
