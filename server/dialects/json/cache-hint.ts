import type { CacheHint } from '../canonical/chat.js';
import type { Fields } from './fields.js';

/** Reads `cache_control` of a part, message or tool; the SDKs of both protocols write it alike. */
export function cacheHint(fields: Fields): CacheHint | undefined {
  const control = fields.object('cache_control');
  if (!control) return undefined;
  return { ttl: control.string('ttl') === '1h' ? '1h' : '5m' };
}
