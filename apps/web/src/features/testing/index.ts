export { SnippetPanel } from './components/request/snippet-panel.tsx';
export { cellText } from './request/cell-text.ts';
export { exampleRow } from './request/request-body.ts';
export { testingTabs } from './routes.ts';
export { predictRows } from './what-if/what-if.ts';
