import { LRUCache } from 'lru-cache';
import type { SettleItem } from '../../core/redis/scripts/settle.js';
import { requestTime } from '../../core/ids.js';
import type { ConsumeLog, Hold, Settlement } from './ledger.types.js';
import { logValues, readCount, readLogValues, readText } from './log-columns.js';

/**
 * First element of an entry's JSON. Servers and workers of different releases share one journal, so every change of an
 * entry's members raises it, and `readEntry` reads each format that was ever written:
 *
 * - 1: `[format, content, channel, time, log row or 0, dashboard sum or 0]`, then the details of the log row in a second line.
 *   Servers before 22 November 2026 wrote the details as ninth member of the log row instead.
 */
const FORMAT = 1;

/** An entry in a format that this release does not know. A newer one reads it, so it stays in the journal. */
export class UnknownEntryFormat extends TypeError {
  override readonly name = 'UnknownEntryFormat';
}

/** A log row whose details are JSON text, which the poster passes on unread. */
export type JournalLog = Omit<ConsumeLog, 'other'> & { readonly other: string };

/** Journal entry of a settlement, as read by the poster. */
export interface JournalEntry {
  requestId: string;
  userId: number;
  tokenId: number;
  channelId: number;
  charge: number;
  /** Set by the poster: quota units the request cost beyond `charge`, not covered by any balance. */
  uncollected?: number;
  /** When the request was settled, which is the time of its log row. Unix seconds. */
  createdAt: number;
  /** The sweeper charged what a server that was taken for dead had produced. A settlement of that server corrects it. */
  isProvisional?: boolean;
  log: JournalLog | undefined;
  usageData: Settlement['usageData'];
}

/**
 * Encodes a settled request for Redis. Arrays instead of objects: keys would double the size of the journal. The details of
 * the log row follow in a second line, so that the poster need not parse them.
 */
export function settleItem(hold: Hold, settlement: Settlement): SettleItem {
  const { log, usageData } = settlement;
  const facts = asciiJson([
    settlement.channelId,
    settlement.createdAt,
    log ? logValues(log) : 0,
    usageData ? [usageData.username, usageData.model, usageData.tokens] : 0,
  ]);
  const details = log ? `\n${asciiJson(log.other)}` : '';
  const entry = `[${FORMAT},${contentJson(log?.content ?? '')},${facts.slice(1)}${details}`;
  return {
    requestId: hold.requestId,
    userId: hold.userId,
    tokenId: hold.tokenId,
    charge: settlement.quota,
    entry,
    windowSeconds: hold.limit && settlement.success ? hold.limit.windowSeconds : 0,
    successLimit: Math.max(1, hold.limit?.success ?? 1),
  };
}

/** Cache of encoded texts. Consumption rows repeat one text per price. */
const contents = new LRUCache<string, string>({ max: 1000 });

function contentJson(content: string): string {
  let json = contents.get(content);
  if (json === undefined) {
    json = asciiJson(content);
    contents.set(content, json);
  }
  return json;
}

/**
 * JSON with everything beyond ASCII escaped. A single part with two bytes per character makes V8 store the whole entry,
 * and the Redis call that carries it, with two bytes per character.
 */
function asciiJson(value: unknown): string {
  const json = JSON.stringify(value);
  if (!/[^\0-\x7f]/.test(json)) return json;
  const escaped = json.replaceAll(
    /[^\0-\x7f]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  // What `replaceAll` returns has two bytes per character like the text it searched.
  return Buffer.from(escaped, 'latin1').toString('latin1');
}

const REQUEST_ID_LENGTH = 200;

/**
 * Decodes a journal entry. Checked by hand: this runs for every request.
 * @throws UnknownEntryFormat for a format of a newer release, TypeError or SyntaxError when it cannot be decoded
 */
export function readEntry(
  raw: Pick<SettleItem, 'requestId' | 'userId' | 'tokenId' | 'charge' | 'entry'> & {
    isProvisional?: boolean;
  },
): JournalEntry {
  const { requestId, userId, tokenId, charge, entry } = raw;
  const end = entry.indexOf('\n');
  const [format, content, channelId, createdAt, log, usage] = list(
    JSON.parse(end < 0 ? entry : entry.slice(0, end)),
  );
  if (format !== FORMAT) throw unknownFormat(format);
  if (requestId === '' || requestId.length > REQUEST_ID_LENGTH) throw new TypeError('request id');
  if (readCount(userId) === 0) throw new TypeError('no user');
  return {
    requestId,
    userId,
    tokenId: readCount(tokenId),
    channelId: readCount(channelId),
    charge: readCount(charge),
    createdAt: readCount(createdAt),
    log:
      log === 0 ? undefined : logOf(list(log), readText(content), end < 0 ? undefined : entry.slice(end + 1)),
    usageData: usage === 0 ? undefined : usageOf(list(usage)),
    ...(raw.isProvisional && { isProvisional: true }),
  };
}

/** Longest time from the start of a request to its settlement, seconds. */
export const MAX_REQUEST_SECONDS = 7 * 86_400;

/**
 * Time of the entry's row in the ledger, Unix seconds: the start of its request, so that it does not depend on who settled
 * the request and when. Ids without a time have the time of the settlement.
 */
export function ledgerTime({ requestId, createdAt }: Pick<JournalEntry, 'requestId' | 'createdAt'>): number {
  const begun = requestTime(requestId);
  return begun !== undefined && begun <= createdAt && createdAt - begun <= MAX_REQUEST_SECONDS
    ? begun
    : createdAt;
}

function unknownFormat(format: unknown): TypeError {
  const message = `unknown format ${String(format)}`;
  return Number.isSafeInteger(format) ? new UnknownEntryFormat(message) : new TypeError(message);
}

/** Position of the details in rows that were written before 22 November 2026. */
const DETAILS_IN_ROW = 8;

/** @param second the second line of the entry; undefined if it has none */
function logOf(values: readonly unknown[], content: string, second: string | undefined): JournalLog {
  return {
    ...readLogValues(values),
    content,
    other: details(second ?? JSON.stringify(values[DETAILS_IN_ROW]) ?? ''),
  };
}

function usageOf([username, model, tokens]: readonly unknown[]): JournalEntry['usageData'] {
  return { username: readText(username), model: readText(model), tokens: readCount(tokens) };
}

function list(value: unknown): readonly unknown[] {
  if (!Array.isArray(value)) throw new TypeError('not a list');
  return value;
}

function details(json: string): string {
  if (!json.startsWith('{') || !json.endsWith('}')) throw new TypeError('not an object');
  return json;
}
