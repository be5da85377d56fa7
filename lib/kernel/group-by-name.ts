/**
 * Groups fields by name, in an object without a prototype: `__proto__` is a name like any other. A repeated name has
 * all its values, in order. Takes time linear in the number of fields, whatever their names.
 */
export function groupByName<T>(fields: Iterable<readonly [name: string, value: T]>): Record<string, T | T[]> {
  const values = new Map<string, T[]>();
  for (const [name, value] of fields) {
    const before = values.get(name);
    if (before) before.push(value);
    else values.set(name, [value]);
  }
  const grouped = Object.create(null) as Record<string, T | T[]>;
  for (const [name, all] of values) grouped[name] = all.length === 1 ? (all[0] as T) : all;
  return grouped;
}
