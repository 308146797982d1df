import type { Random } from './random.ts';

/** Invented brands, with the price of a new mid-size car relative to the others. */
const brands = { Arvento: 1.55, Bexley: 1.2, Corvin: 1, Dalmar: 0.92, Elantis: 0.85, Fennor: 1.85 };
const bodies = { hatchback: 0.8, sedan: 1, estate: 1.05, suv: 1.3 };
const fuels = { petrol: 1, diesel: 1.04, hybrid: 1.16, electric: 1.34 };
const shares = { petrol: 0.5, diesel: 0.28, hybrid: 0.13, electric: 0.09 };
const newestYear = 2025;

/** Offers of used cars and their prices: a regression. */
export function usedCar(random: Random, row: number) {
  const brand = random.pick(Object.keys(brands) as (keyof typeof brands)[]);
  const body = random.pick(Object.keys(bodies) as (keyof typeof bodies)[]);
  const fuel = random.weighted(shares);
  const age = Math.min(20, Math.floor(-Math.log(1 - random.uniform()) * 6));
  const mileage = Math.max(500, Math.round(random.normal(13_500, 4_000) * (age + 0.4)));
  const power = Math.round(Math.max(45, random.normal(62 + 42 * brands[brand] * bodies[body], 16)));
  const isAutomatic = fuel === 'electric' || random.chance(0.42);
  const owners = Math.min(6, 1 + Math.floor(-Math.log(1 - random.uniform()) * age * 0.22));
  const hasHistory = random.chance(0.72);
  const price =
    14_500 *
    brands[brand] *
    bodies[body] *
    fuels[fuel] *
    (power / 105) ** 0.5 *
    Math.exp(-0.105 * age - 0.0000028 * mileage - 0.035 * (owners - 1)) *
    (isAutomatic ? 1.06 : 1) *
    (hasHistory ? 1.05 : 1) *
    Math.exp(random.normal(0, 0.1));
  return {
    listing_id: `L${String(row + 1).padStart(5, '0')}`,
    brand,
    body_type: body,
    model_year: newestYear - age,
    mileage_km: mileage,
    fuel,
    transmission: isAutomatic ? 'automatic' : 'manual',
    power_kw: random.chance(0.03) ? '' : power,
    previous_owners: owners,
    service_history: hasHistory ? 'complete' : 'incomplete',
    seller: random.weighted({ dealer: 0.65, private: 0.35 }),
    price: Math.round(price / 10) * 10,
  };
}
