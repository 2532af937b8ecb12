/** Images of results, which are too large for the text storage of a browser. */
const DATABASE = 'results';
const STORE = 'images';

/** Keeps images as data URLs under a key. Where the browser keeps nothing, they are gone after the next load of the page. */
export function keepImages(key: string, images: readonly string[]): Promise<void> {
  return attempt(undefined, async (store) => {
    await done(store.put([...images], key));
  });
}

/** The images that were kept; undefined if there are none. */
export function readImages(key: string): Promise<string[] | undefined> {
  return attempt(undefined, async (store) => {
    const images = await done<unknown>(store.get(key));
    return Array.isArray(images) ? images.filter((each) => typeof each === 'string') : undefined;
  });
}

export function forgetImages(keys: readonly string[]): Promise<void> {
  return attempt(undefined, async (store) => {
    await Promise.all(keys.map((key) => done(store.delete(key))));
  });
}

/** Private windows and full disks refuse; then results last as long as the page. */
async function attempt<T>(otherwise: T, use: (store: IDBObjectStore) => Promise<T>): Promise<T> {
  try {
    const opening = indexedDB.open(DATABASE, 1);
    opening.addEventListener('upgradeneeded', () => opening.result.createObjectStore(STORE));
    const database = await done(opening);
    try {
      return await use(database.transaction(STORE, 'readwrite').objectStore(STORE));
    } finally {
      database.close();
    }
  } catch (refused) {
    console.warn('Images cannot be kept', refused);
    return otherwise;
  }
}

function done<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error ?? new Error(DATABASE)));
  });
}
