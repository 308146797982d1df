const tests = '\\.test\\.tsx?$|^apps/[^/]+/(test|e2e)/';

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    {
      name: 'web-shared-knows-no-feature',
      comment: 'shared is below the features and the app',
      severity: 'error',
      from: { path: '^apps/web/src/shared/' },
      to: { path: '^apps/web/src/(features|app)/' },
    },
    {
      name: 'web-features-know-no-app',
      comment: 'the app puts features together, not the other way round',
      severity: 'error',
      from: { path: '^apps/web/src/features/' },
      to: { path: '^apps/web/src/app/' },
    },
    {
      name: 'features-through-their-index',
      comment: 'what a feature offers to others is what its index.ts exports',
      severity: 'error',
      from: { path: '^apps/(web|api)/src/features/([^/]+)/', pathNot: tests },
      to: {
        path: '^apps/$1/src/features/[^/]+/',
        pathNot: '^apps/$1/src/features/($2/|[^/]+/index\\.tsx?$)',
      },
    },
    {
      name: 'api-features-know-no-http',
      comment: 'features, the predict path and what is below them do not know how they are called',
      severity: 'error',
      from: { path: '^apps/api/src/(features|predict|platform|db)/', pathNot: tests },
      to: { path: '^apps/api/src/http/' },
    },
    {
      name: 'tables-only-in-repositories',
      comment: 'queries live in repository.ts and in db/',
      severity: 'error',
      from: { path: '^apps/api/src/', pathNot: `^apps/api/src/db/|[/.]repository\\.ts$|${tests}` },
      to: { path: '^apps/api/src/db/schema(/|\\.ts$)' },
    },
    {
      name: 'contracts-stand-alone',
      comment: 'everything may import the contracts, they import nothing of ours',
      severity: 'error',
      from: { path: '^packages/contracts/src/' },
      to: { path: '^(apps|services|tooling|bench)/|^packages/(?!contracts/)|^@rowcast/' },
    },
    {
      name: 'onnx-trees-stands-alone',
      comment: 'the interpreter knows nothing of the product',
      severity: 'error',
      from: { path: '^packages/onnx-trees/src/' },
      to: { path: '^(apps|services|tooling|bench)/|^packages/(?!onnx-trees/)|^@rowcast/' },
    },
    {
      name: 'no-circles',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'nothing-unresolvable',
      comment: 'an import that cannot be followed escapes every other rule',
      severity: 'error',
      from: { pathNot: '(^|/)[^/]+\\.config\\.' },
      to: { couldNotResolve: true, pathNot: '^virtual:' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|\\.venv)/' },
    tsPreCompilationDeps: true,
    combinedDependencies: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json'],
    },
  },
};
