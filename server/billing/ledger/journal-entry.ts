import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import type { SettleItem } from '../../core/redis/scripts/settle.js';
import type { Hold, Settlement } from './ledger.types.js';

/** First element of an entry's JSON. Servers and workers of different releases may share one journal. */
const FORMAT = 1;

/** Journal entry of a settlement, as read by the poster. */
export interface JournalEntry {
  requestId: string;
  userId: number;
  tokenId: number;
  channelId: number;
  charge: number;
  /** Set by the poster: quota units the request cost beyond `charge`, not covered by any balance. */
  uncollected?: number;
  /** Unix seconds. */
  createdAt: number;
  log: Settlement['log'];
  usageData: Settlement['usageData'];
}

/** Encodes a settled request for Redis. Arrays instead of objects: keys would double the size of the journal. */
export function settleItem(hold: Hold, settlement: Settlement): SettleItem {
  const { log, usageData } = settlement;
  const facts = JSON.stringify([
    settlement.channelId,
    settlement.createdAt,
    log
      ? [
          log.username,
          log.tokenName,
          log.modelName,
          log.promptTokens,
          log.completionTokens,
          log.useTime,
          log.isStream,
          log.group,
          log.other,
        ]
      : 0,
    usageData ? [usageData.username, usageData.model, usageData.tokens] : 0,
  ]);
  const entry = `[${FORMAT},${asciiJson(log?.content ?? '')},${facts.slice(1)}`;
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
const asciiTexts = new LRUCache<string, string>({ max: 1000 });

/**
 * JSON of a text, escaped to ASCII. One character beyond Latin-1 would double the memory of the whole entry and of the
 * Redis call that carries it.
 */
function asciiJson(text: string): string {
  let json = asciiTexts.get(text);
  if (json === undefined) {
    json = JSON.stringify(text).replaceAll(
      /[^\x20-\x7e]/g,
      (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
    );
    asciiTexts.set(text, json);
  }
  return json;
}

// Postgres text columns reject NUL characters.
const text = z.string().transform((value) => value.replaceAll('\0', ''));
const count = z.int().min(0);
const body = z.tuple([
  z.literal(FORMAT),
  text,
  count,
  count,
  z.union([
    z.tuple([text, text, text, count, count, count, z.boolean(), text, z.record(z.string(), z.unknown())]),
    z.literal(0),
  ]),
  z.union([z.tuple([text, text, count]), z.literal(0)]),
]);
const head = z.object({
  requestId: z.string().min(1).max(200),
  userId: z.int().positive(),
  tokenId: count,
  charge: count,
});

/** Decodes a journal entry. @throws when the entry cannot be decoded */
export function readEntry(
  raw: Pick<SettleItem, 'requestId' | 'userId' | 'tokenId' | 'charge' | 'entry'>,
): JournalEntry {
  const { requestId, userId, tokenId, charge } = head.parse(raw);
  const [, content, channelId, createdAt, log, usage] = body.parse(JSON.parse(raw.entry));
  return {
    requestId,
    userId,
    tokenId,
    channelId,
    charge,
    createdAt,
    log: log
      ? {
          username: log[0],
          tokenName: log[1],
          modelName: log[2],
          content,
          promptTokens: log[3],
          completionTokens: log[4],
          useTime: log[5],
          isStream: log[6],
          group: log[7],
          other: log[8],
        }
      : undefined,
    usageData: usage ? { username: usage[0], model: usage[1], tokens: usage[2] } : undefined,
  };
}
