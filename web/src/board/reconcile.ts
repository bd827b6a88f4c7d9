/** What must be touched on the board when the position changes: only what changed. */

export interface Difference<Item> {
  added: Item[];
  changed: Item[]; // they look otherwise now
  moved: { from: Item; to: Item }[]; // they lie elsewhere now
  removed: Item[];
}

/** Compares two lists by key; an item may be both changed and moved. */
export function difference<Item>(
  before: ReadonlyMap<string, Item>,
  after: readonly Item[],
  key: (item: Item) => string,
  looksLike: (a: Item, b: Item) => boolean,
  liesLike: (a: Item, b: Item) => boolean,
): Difference<Item> {
  const found: Difference<Item> = { added: [], changed: [], moved: [], removed: [] };
  const kept = new Set<string>();
  for (const item of after) {
    const was = before.get(key(item));
    kept.add(key(item));
    if (was === undefined) {
      found.added.push(item);
      continue;
    }
    if (!looksLike(was, item)) found.changed.push(item);
    if (!liesLike(was, item)) found.moved.push({ from: was, to: item });
  }
  for (const [name, item] of before) if (!kept.has(name)) found.removed.push(item);
  return found;
}

/** Whether two plain values are the same to the last field. */
export function same(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return false;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const [left, right] = [a as Record<string, unknown>, b as Record<string, unknown>];
  const names = Object.keys(left);
  return names.length === Object.keys(right).length && names.every((name) => name in right && same(left[name], right[name]));
}
