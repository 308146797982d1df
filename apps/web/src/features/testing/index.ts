export { SnippetPanel } from './components/request/snippet-panel.tsx';
export { exampleRow } from './request/request-body.ts';
export { testingTabs } from './routes.ts';
