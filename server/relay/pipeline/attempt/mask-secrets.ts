import { isIPv6 } from 'node:net';
import { urlEncoded } from '../../../dialects/kit/forwarded-query.js';
import { baseUrlOf } from '../../../dialects/providers/registry.js';
import type { RoutableChannel } from '../../../channels/channel-registry.js';

/** Replaces everything that is masked. */
const MASK = '***';

/** Parts of a composed key (`id.secret`, `key|secret|region`) below this length are not treated as secrets. */
const MIN_PART = 8;
/** Keys from this length up to `MIN_PART` are masked only as separate words; shorter ones are not masked. */
const MIN_WORD = 4;

/** A key prefix must not be preceded by a letter or digit, or it is part of a longer word. */
const START = '(?<![a-z0-9])';
const LABEL = '[a-z0-9_-]{1,63}';
/** Host name endings that are unlikely to be sentence words, file names or member names. */
const HOST_ENDINGS =
  'com|net|org|io|ai|cn|dev|cloud|co|uk|de|fr|jp|kr|ru|eu|sg|hk|tw|internal|local|localdomain|lan|corp|intranet|svc|arpa|onion';

/** Patterns masked for every channel. Each is linear in the length of the text. */
const ANYWHERE: readonly RegExp[] = [
  // Keys by their prefix, keys that the provider has masked in part, credentials of a header.
  new RegExp(`${START}(?:sk|pk|rk|gsk|xai|pplx|r8|hf)[-_][a-z0-9*_.-]{6,}[a-z0-9*_-]`, 'gi'),
  /(?<![A-Za-z0-9])AIza[\w*-]{12,}/g,
  /(?<![\w-])[\w-]{0,256}\*{4,}[\w-]{0,256}/g,
  /\bbearer\s+[\w.~+/-]+=*/gi,
  // URLs, also as JSON writes them (`https:\/\/`).
  /\b[a-z][a-z0-9+.-]{1,14}:\\?\/\\?\/[^\s"'<>]+/gi,
  // IPv4, host names with a port, host names by their ending.
  /\b(?:\d{1,3}\.){3}\d{1,3}(?::\d+)?\b/g,
  /(?<![\w.-])localhost(?::\d+)?\b/gi,
  new RegExp(`(?<![\\w.-])(?:${LABEL}\\.)+[a-z][a-z0-9-]{0,62}:\\d{2,5}(?!\\d)`, 'gi'),
  new RegExp(`(?<![\\w.-])(?:${LABEL}\\.)+(?:${HOST_ENDINGS})(?::\\d+)?(?!\\.?[\\w-])`, 'gi'),
];

/** Candidates for IPv6 addresses: hexadecimal groups with colons; `isIPv6` decides. */
const IPV6 = /(?<![\w:.])\[?([0-9a-f:.]{3,45})(%\w{1,16})?\]?(?::\d{1,5}(?!\d))?/gi;

/** The texts that must not be revealed for one channel. */
interface ChannelSecrets {
  /** Keys and their parts, in every encoding, matched literally. */
  readonly literals: readonly string[];
  /** Hosts, addresses, ports and short keys, matched as whole words. */
  readonly words: RegExp | undefined;
}

/** Compiled once per channel object, which is replaced when the channel changes. */
const compiled = new WeakMap<RoutableChannel, ChannelSecrets>();

/**
 * Masks what clients must not read in a provider's text: keys, host names, addresses and URLs of any kind, and everything
 * that belongs to the given channel: its keys in every encoding, and the hosts and ports of its address and proxy. Masking
 * is idempotent.
 */
export function maskSecrets(text: string, channel?: RoutableChannel): string {
  let masked = text;
  if (channel) {
    const { literals, words } = secretsOf(channel);
    for (const literal of literals) if (masked.includes(literal)) masked = masked.replaceAll(literal, MASK);
    if (words) masked = masked.replace(words, MASK);
  }
  for (const pattern of ANYWHERE) masked = masked.replace(pattern, MASK);
  return masked.includes(':') ? masked.replace(IPV6, maskedAddress) : masked;
}

/** Members of Google's error details that hold type and service names, which look like host names but are not secret. */
const PUBLIC_MEMBERS: ReadonlySet<string> = new Set(['@type', 'domain']);
/** Deepest nesting of an error object that is kept. */
const MAX_DEPTH = 8;

/**
 * A copy of the value with every text masked; members nested too deeply are left out. Every failure of a channel must be
 * masked before it is shown, stored or logged.
 */
export function masked<T>(value: T, channel?: RoutableChannel, depth?: number): T;
export function masked(value: unknown, channel?: RoutableChannel, depth = 0): unknown {
  if (typeof value === 'string') return maskSecrets(value, channel);
  if (typeof value !== 'object' || value === null) return value;
  if (depth === MAX_DEPTH) return undefined;
  if (Array.isArray(value)) return value.map((item: unknown) => masked(item, channel, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      PUBLIC_MEMBERS.has(name) ? member : masked<unknown>(member, channel, depth + 1),
    ]),
  );
}

function maskedAddress(found: string, address: string): string {
  const bare = address.replace(/[.:]$/, (end) => (address.endsWith('::') ? end : ''));
  if (isIPv6(bare)) return MASK + (bare === address ? '' : address.slice(bare.length));
  // Without brackets, a port looks like one more group of the address.
  return isIPv6(bare.replace(/:\d+$/, '')) ? MASK : found;
}

function secretsOf(channel: RoutableChannel): ChannelSecrets {
  let secrets = compiled.get(channel);
  if (!secrets) compiled.set(channel, (secrets = compile(channel)));
  return secrets;
}

function compile(channel: RoutableChannel): ChannelSecrets {
  const literals = new Set<string>();
  const words = new Set<string>();
  for (const key of channel.credentials) {
    for (const shape of shapesOf(key)) if (shape.length >= MIN_PART) literals.add(shape);
    if (key.length >= MIN_WORD && key.length < MIN_PART) words.add(escaped(key));
  }
  if (channel.organization.length >= MIN_PART) literals.add(channel.organization);
  for (const address of [channel.baseUrl || baseUrlOf(channel.type), channel.setting.proxy ?? ''])
    placesIn(address, literals, words);
  // Longest first: replacing a shorter text inside a longer one would leave the rest of the longer one unmasked.
  const byLength = (a: string, b: string) => b.length - a.length;
  return {
    literals: [...literals].sort(byLength),
    words:
      words.size === 0
        ? undefined
        : new RegExp(`(?<![\\w.-])(?:${[...words].sort(byLength).join('|')})(?![\\w-])`, 'gi'),
  };
}

/** A key and its parts, plain and as encoded in URLs, JSON and Basic credentials. */
function* shapesOf(key: string): Iterable<string> {
  for (const part of [key, ...partsOf(key)]) {
    yield part;
    yield part.toLowerCase();
    yield part.toUpperCase();
    yield urlEncoded(part);
    yield JSON.stringify(part).slice(1, -1);
    yield Buffer.from(part).toString('base64');
  }
}

/** `id.secret`, `key|secret|region`, and the values of a service account's JSON. */
function partsOf(key: string): string[] {
  const texts = key.trimStart().startsWith('{') ? jsonTexts(key) : key.split(/[\s|.,;:]+/);
  return texts.filter((part) => part.length >= MIN_PART && (/\d/.test(part) || part.length >= 16));
}

function jsonTexts(key: string): string[] {
  try {
    const values = Object.values(JSON.parse(key) as object);
    return values.filter((value) => typeof value === 'string').flatMap((value) => value.split(/\s+/));
  } catch {
    return key.split(/[\s"',:{}\\]+/);
  }
}

/** Host, port and credentials of an address. */
function placesIn(address: string, literals: Set<string>, words: Set<string>): void {
  let url: URL;
  try {
    url = new URL(address);
  } catch {
    if (address.length >= MIN_WORD) words.add(escaped(address));
    return;
  }
  const { hostname, port, username, password } = url;
  if (hostname) words.add(`${escaped(hostname)}(?::\\d+)?`);
  if (port) words.add(`port[\\s:=]*${port}`);
  for (const secret of [username, password]) {
    for (const shape of [secret, decoded(secret)]) {
      if (shape.length >= MIN_PART) literals.add(shape);
      else if (shape.length >= MIN_WORD) words.add(escaped(shape));
    }
  }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
