import { readJson, writeJson } from '../../lib/browser/storage';
import type { RecentObject } from './palette.types';

const KEY = 'palette-recent';
/** Records that are kept. */
const MAX_KEPT = 8;
const KINDS: readonly unknown[] = [
  'channel',
  'user',
  'token',
  'model',
  'code',
] satisfies RecentObject['kind'][];

/** What this user opened last in this browser, the newest first. Others at the same browser do not see it. */
export function recentObjects(user: number | undefined): RecentObject[] {
  const stored = readJson(KEY);
  if (typeof stored !== 'object' || stored === null || !('user' in stored) || stored.user !== user) return [];
  return 'objects' in stored && Array.isArray(stored.objects) ? stored.objects.filter(isRecent) : [];
}

export function noteOpened(user: number | undefined, object: RecentObject): void {
  if (user === undefined) return;
  const others = recentObjects(user).filter(({ kind, id }) => kind !== object.kind || id !== object.id);
  writeJson(KEY, { user, objects: [object, ...others].slice(0, MAX_KEPT) });
}

function isRecent(value: unknown): value is RecentObject {
  if (typeof value !== 'object' || value === null) return false;
  const { kind, id, name, path } = value as Partial<Record<keyof RecentObject, unknown>>;
  return (
    KINDS.includes(kind) &&
    (typeof id === 'number' || typeof id === 'string') &&
    typeof name === 'string' &&
    typeof path === 'string' &&
    path.startsWith('/')
  );
}
