/** What this browser remembers by itself; a browser that forbids it is no reason to fail. */

export function recall<Value>(key: string, otherwise: Value): Value {
  try {
    const text = localStorage.getItem(key);
    return text === null ? otherwise : (JSON.parse(text) as Value);
  } catch {
    return otherwise;
  }
}

export function remember(key: string, value: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // private mode or full: the page works on, it only forgets
  }
}
