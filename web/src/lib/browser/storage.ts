const memory = new Map<string, string>();

/** Reads a stored text. If the browser denies storage, values last until the page is left. */
export function readText(key: string): string | undefined {
  try {
    return localStorage.getItem(key) ?? memory.get(key);
  } catch (refused) {
    console.warn('Storage is not available', refused);
    return memory.get(key);
  }
}

/** `undefined` removes the key. */
export function writeText(key: string, value: string | undefined): void {
  if (value === undefined) memory.delete(key);
  else memory.set(key, value);
  try {
    if (value === undefined) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch (refused) {
    console.warn('Storage is not available', refused);
  }
}

/** The stored JSON value; undefined if there is none or it is invalid. */
export function readJson(key: string): unknown {
  const text = readText(key);
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text);
  } catch (broken) {
    console.warn(`The stored value of ${key} cannot be read`, broken);
    return undefined;
  }
}

export function writeJson(key: string, value: unknown): void {
  writeText(key, JSON.stringify(value));
}
