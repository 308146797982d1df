export { SnippetPanel } from './components/snippet-panel.tsx';
export { exampleRow } from './request-body.ts';
export { testingTabs } from './routes.ts';
