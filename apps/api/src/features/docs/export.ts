import type { DocsFormat, docsRoutes } from '@rowcast/contracts';
import type { SessionContext } from '../../platform/context.ts';
import type { FileAnswer, Input } from '../../platform/route.ts';
import { apiDocument } from '../../predict/schema/api-document.ts';
import { routeOf } from '../testing/index.ts';
import { apiDocs } from './get.ts';
import { markdownOf } from './markdown.ts';

const files: Record<DocsFormat, { mediaType: string; ending: string }> = {
  openapi: { mediaType: 'application/json', ending: 'openapi.json' },
  markdown: { mediaType: 'text/markdown', ending: 'md' },
};

export async function exportApiDocs(
  ctx: SessionContext,
  { params, query }: Input<typeof docsRoutes.export>,
): Promise<FileAnswer> {
  const route = await routeOf(ctx, params.id);
  const docs = await apiDocs(ctx, route, false);
  const { mediaType, ending } = files[query.format];
  const write = {
    markdown: async () => markdownOf(docs),
    openapi: async () => `${JSON.stringify(await apiDocument(ctx, route, docs), null, 2)}\n`,
  };
  const content = Buffer.from(await write[query.format]());
  return { mediaType, filename: `${docs.name}-${docs.version}.${ending}`, content };
}
