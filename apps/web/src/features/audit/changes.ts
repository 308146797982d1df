type Values = Record<string, unknown>;

const isObject = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Lists nested settings by their own names. */
const spread = (values: Values): Values =>
  Object.fromEntries(
    Object.entries(values).flatMap(([field, value]): [string, unknown][] =>
      isObject(value)
        ? Object.entries(value).map(([name, each]) => [`${field}.${name}`, each])
        : [[field, value]],
    ),
  );

/** The changed values, if there is a state before and after. */
export function changes(before: Values, after: Values): [Values, Values] {
  const [was, is] = [spread(before), spread(after)];
  const same = Object.keys(was).filter((name) => JSON.stringify(was[name]) === JSON.stringify(is[name]));
  const without = (values: Values) =>
    Object.fromEntries(Object.entries(values).filter(([name]) => !same.includes(name)));
  return [without(was), without(is)];
}
