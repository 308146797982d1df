/** The plans of the pricing page, in rupees. Team's yearly price is charged once a year. */
export const plans = [
  {
    id: 'free',
    monthly: 0,
    yearly: 0,
    features: ['oneProject', 'smallDatasets', 'expires', 'twelveAMonth', 'previewOnly'],
  },
  {
    id: 'pro',
    monthly: 299,
    yearly: 2999,
    features: ['tenProjects', 'mediumModels', 'storage', 'priority', 'tokens'],
  },
  {
    id: 'team',
    monthly: 899,
    yearly: 9500,
    features: ['manyProjects', 'quota', 'sharedDashboard', 'roles', 'support'],
  },
  {
    id: 'enterprise',
    monthly: null,
    yearly: null,
    features: ['gpu', 'unlimitedStorage', 'sso', 'audit', 'sla', 'customIntegrations'],
  },
] as const;

export type Plan = (typeof plans)[number];
