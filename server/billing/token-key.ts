import { createHash } from 'node:crypto';
import type { Lookup } from '../core/crypto.js';

/** The key of an `Authorization: Bearer sk-…` header, without `sk-`. '' without a key. */
export function keyFromHeader(authorization: string | undefined): string {
  return bareKey((authorization ?? '').replace(/^bearer\s+/i, ''));
}

/** Normalizes a key entered by a user in the same way. */
export function bareKey(text: string): string {
  return text.trim().replace(/^sk-/, '');
}

/** What a presented key may be. */
export interface KeyReading {
  /** Without `sk-`. */
  readonly key: string;
  /** The channel that is named behind it. */
  readonly pinnedChannel: string | undefined;
}

/**
 * What a presented key may be, the likely reading first: administrators may append a dash and the id of a channel, and keys of
 * other gateways have dashes of their own.
 * @param presentedKey with or without `sk-`
 */
export function readingsOf(presentedKey: string): readonly [KeyReading, ...KeyReading[]] {
  const whole: KeyReading = { key: bareKey(presentedKey), pinnedChannel: undefined };
  const dash = whole.key.indexOf('-');
  if (dash === -1) return [whole];
  const [key = '', pinnedChannel] = whole.key.split('-');
  const pinned: KeyReading = { key, pinnedChannel };
  return /^\d+$/.test(whole.key.slice(dash + 1)) ? [pinned, whole] : [whole, pinned];
}

/** The hashes by which the token of a key may be found. */
export interface KeyHashes {
  readonly own: string;
  /** Of keys whose SHA-256 alone was imported, until their first use. */
  readonly bySha256: string;
}

/** @param key without `sk-` */
export function keyHashes(key: string, lookup: Pick<Lookup, 'hash' | 'hashOfSha256'>): KeyHashes {
  return { own: lookup.hash(key), bySha256: lookup.hashOfSha256(sha256OfKey(key)) };
}

/** SHA-256 of a key as LiteLLM stores it: of the text with `sk-`, hex. @param key without `sk-` */
function sha256OfKey(key: string): string {
  return createHash('sha256').update(`sk-${key}`).digest('hex');
}
