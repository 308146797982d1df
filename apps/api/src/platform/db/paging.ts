export const paginate = ({ page, limit }: { page: number; limit: number }, total: number) => ({
  page,
  limit,
  total,
  totalPages: Math.ceil(total / limit),
});
