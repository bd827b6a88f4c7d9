/** Things with the same name together, in the order in which the names first come. */
export function together<Thing>(things: Iterable<Thing>, name: (thing: Thing) => string): Map<string, Thing[]> {
  const found = new Map<string, Thing[]>();
  for (const thing of things) {
    const group = found.get(name(thing));
    if (group) group.push(thing);
    else found.set(name(thing), [thing]);
  }
  return found;
}
