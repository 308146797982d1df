import { z } from 'zod';

export const pageQuery = z.object({
  page: z.coerce.number().int().min(1).default(1),
  limit: z.coerce.number().int().min(1).max(100).default(10),
});

/** What has no value comes last either way. */
export const sortOrder = z.enum(['asc', 'desc']).default('desc');
export type SortOrder = z.output<typeof sortOrder>;

export const pagination = z
  .object({
    page: z.number().int(),
    limit: z.number().int(),
    total: z.number().int(),
    totalPages: z.number().int(),
  })
  .meta({ id: 'Pagination' });

export const paged = <T extends z.ZodType>(item: T) => z.object({ data: z.array(item), pagination });
