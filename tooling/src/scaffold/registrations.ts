type Fill = (text: string) => string;

interface Registration {
  file: string;
  change(text: string, fill: Fill): string;
}

const insertBefore = (text: string, anchor: RegExp, line: string) =>
  text.replace(anchor, (found) => `${line}\n${found}`);

/** Before the first match of `anchor`, a line each; imports are sorted afterwards. */
const register = (file: string, ...lines: [anchor: RegExp, line: string][]): Registration => ({
  file,
  change: (text, fill) =>
    lines.reduce((changed, [anchor, line]) => insertBefore(changed, anchor, fill(line)), text),
});

const firstImport = /^import /m;

/** The audit log's words for the new action. */
const auditWords = (language: string, created: string): Registration => ({
  file: `apps/web/src/features/audit/i18n/${language}.json`,
  change(text, fill) {
    const words = JSON.parse(text);
    words.event[fill('__name__')] = { created: fill(created) };
    return `${JSON.stringify(words, null, 2)}\n`;
  },
});

/** Every list that a feature is named in. */
export const registrations: Registration[] = [
  register(
    'packages/contracts/src/domain/ids.ts',
    [/^export const idPrefixes/m, "export const __name__Id = prefixed('__prefix__', '__Name__Id');\n"],
    [/^} as const;/m, "  __name__: '__prefix__',"],
  ),
  register('packages/contracts/src/index.ts', [
    /^export /m,
    "export * from './domain/__names__.ts';\nexport * from './http/__names__.ts';",
  ]),
  register(
    'packages/contracts/src/http/routes.ts',
    [firstImport, "import { __name__Routes } from './__names__.ts';"],
    [/^ {2}events: eventRoutes/m, '  __names__: __name__Routes,'],
  ),
  register(
    'apps/api/src/features/routes.ts',
    [firstImport, "import { routes as __names__ } from './__names__/index.ts';"],
    [/^ {2}\.\.\.support,/m, '  ...__names__,'],
  ),
  register(
    'apps/web/src/app/routes.tsx',
    [firstImport, "import { routes as __name__Routes } from '@/features/__names__/routes.ts';"],
    [/^ {10}\.\.\.notificationRoutes,/m, '          ...__name__Routes,'],
  ),
  auditWords('en', '__Name__ created'),
  auditWords('es', '__Name__: creación'),
  auditWords('fr', '__Name__ : création'),
  auditWords('de', '__Name__ erstellt'),
];
