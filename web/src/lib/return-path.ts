const KEY = 'return-path';

/** Keeps where a person was when the session ended, for this tab, over the hard way to the sign-in page. */
export function keepReturnPath(path: string): void {
  try {
    sessionStorage.setItem(KEY, path);
  } catch (refused) {
    console.warn('Storage is not available', refused);
  }
}

/** Where to go on after signing in; told once. */
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
