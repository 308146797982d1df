/** What is made for something once, and kept for as long as that lives. */
export function oncePer<K extends object, T>(make: (owner: K) => T): (owner: K) => T {
  const made = new WeakMap<K, { value: T }>();
  return (owner) => {
    const known = made.get(owner) ?? { value: make(owner) };
    made.set(owner, known);
    return known.value;
  };
}
