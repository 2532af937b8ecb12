const KEY = 'return-path';

/** Stores the current path for this tab when the session ends, across the page reload to the sign-in page. */
export function keepReturnPath(path: string): void {
  try {
    sessionStorage.setItem(KEY, path);
  } catch (refused) {
    console.warn('Storage is not available', refused);
  }
}

/** The path to return to after signing in; removed when read. */
export function takeReturnPath(): string | undefined {
  try {
    const path = sessionStorage.getItem(KEY) ?? undefined;
    sessionStorage.removeItem(KEY);
    return path;
  } catch (refused) {
    console.warn('Storage is not available', refused);
    return undefined;
  }
}
