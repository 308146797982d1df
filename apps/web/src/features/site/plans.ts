/** The catalogue of the pricing page, in rupees. */
export const plans = [
  { id: 'free', monthly: 0, yearly: 0, features: 5 },
  { id: 'pro', monthly: 299, yearly: 2999, features: 5 },
  { id: 'team', monthly: 899, yearly: 9500, features: 5 },
  { id: 'enterprise', monthly: null, yearly: null, features: 6 },
] as const;
