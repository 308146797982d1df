export { exampleRow } from './request-body.ts';
export { testingTabs } from './routes.ts';
export { endpointUrl, writeSnippet } from './snippets.ts';
