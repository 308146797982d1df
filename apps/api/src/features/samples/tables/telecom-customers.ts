import type { Random } from './random.ts';

const contracts = { 'month-to-month': 0.55, 'one year': 0.21, 'two years': 0.24 } as const;
const services = { fiber: 0.44, dsl: 0.34, none: 0.22 } as const;
const payments = {
  'electronic check': 0.34,
  'credit card': 0.22,
  'bank transfer': 0.22,
  'mailed check': 0.22,
};

const contractEffect = { 'month-to-month': 1.15, 'one year': -0.7, 'two years': -1.9 };
const serviceEffect = { fiber: 0.75, dsl: 0, none: -0.8 };
const basePrice = { fiber: 78, dsl: 52, none: 21 };

const logistic = (value: number) => 1 / (1 + Math.exp(-value));

/** Customers of a telecom company and whether they left: a binary target. */
export function telecomCustomer(random: Random, row: number) {
  const contract = random.weighted(contracts);
  const internet = random.weighted(services);
  const isLong = contract !== 'month-to-month';
  const tenure = Math.min(72, Math.floor(-Math.log(1 - random.uniform()) * (isLong ? 45 : 20)));
  const monthly = Math.max(18, random.normal(basePrice[internet], 9));
  const payment = random.weighted(payments);
  const supportCalls = Math.min(9, Math.floor(-Math.log(1 - random.uniform()) * 1.4));
  const hasSecurity = internet !== 'none' && random.chance(isLong ? 0.5 : 0.25);
  const isPaperless = random.chance(0.59);
  const risk =
    -1.9 +
    contractEffect[contract] +
    serviceEffect[internet] -
    0.035 * tenure +
    0.012 * (monthly - 60) +
    0.38 * supportCalls -
    (hasSecurity ? 0.6 : 0) +
    (payment === 'electronic check' ? 0.45 : 0);
  return {
    customer_id: `C${String(row + 1).padStart(5, '0')}`,
    region: random.pick(['north', 'south', 'east', 'west']),
    age: Math.round(Math.min(90, Math.max(18, random.normal(47, 16)))),
    tenure_months: tenure,
    contract,
    internet_service: internet,
    online_security: internet === 'none' ? '' : hasSecurity ? 'yes' : 'no',
    paperless_billing: isPaperless ? 'yes' : 'no',
    payment_method: payment,
    support_calls: supportCalls,
    monthly_charge: monthly.toFixed(2),
    total_charges: tenure === 0 ? '' : (monthly * tenure * random.normal(1, 0.04)).toFixed(2),
    churned: random.chance(logistic(risk)) ? 'yes' : 'no',
  };
}
