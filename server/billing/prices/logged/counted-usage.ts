import { readLoggedCharge } from '../../../contract/resources/logs/log-details.js';
import { chargeFor } from '../charge/charge.js';
import { loggedPrice, loggedUsage } from './logged-price.js';

/** What the sums of usage need of a log row. */
export interface CountedRow {
  readonly modelName: string;
  readonly promptTokens: number;
  readonly completionTokens: number;
  /** The details of the row, JSON text. */
  readonly other: string;
}

/** Tokens of a row, counted alike for all protocols, and its charge without the group ratio. */
export interface CountedUsage {
  /** All input tokens, those read from a cache and written to it included. */
  readonly promptTokens: number;
  /** Of these, those read from a cache. */
  readonly cachedTokens: number;
  /** Of these, those written to a cache. */
  readonly cacheWriteTokens: number;
  readonly completionTokens: number;
  /** Quota units that the request costs at a group ratio of 1. */
  readonly listQuota: number;
}

/**
 * The members of the details that the sums need. The text is matched, not parsed: this runs for every request. A quote within a JSON
 * string is escaped, so that only names of members match; the first one counts, which is that of the row itself.
 */
const MEMBERS =
  /"(group_ratio|cache_tokens|audio_cache_tokens|cache_creation_tokens|cache_write_tokens|cache_creation_tokens_5m|cache_creation_tokens_1h)"\s*:\s*(\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)/g;
const EXCLUDES_CACHE = /"claude"\s*:\s*true|"usage_semantic"\s*:\s*"anthropic"/;

/**
 * Reads the usage of a log row.
 * @param cost quota units that the request cost, also what no balance paid
 */
export function countedUsage(row: CountedRow, cost: number): CountedUsage {
  const members = membersOf(row.other);
  const of = (name: string) => members.get(name) ?? 0;
  const cached = Math.round(of('cache_tokens') + of('audio_cache_tokens'));
  const written = Math.round(
    Math.max(
      members.get('cache_creation_tokens') ?? of('cache_write_tokens'),
      of('cache_creation_tokens_5m') + of('cache_creation_tokens_1h'),
    ),
  );
  const excludesCache = cached + written > 0 && EXCLUDES_CACHE.test(row.other);
  return {
    promptTokens: row.promptTokens + (excludesCache ? cached + written : 0),
    cachedTokens: cached,
    cacheWriteTokens: written,
    completionTokens: row.completionTokens,
    listQuota: listQuota(row, cost, members.get('group_ratio') ?? 1),
  };
}

/** The group ratio that a row was charged at; 1 if it has none. */
export function groupRatioOf(other: string): number {
  return membersOf(other).get('group_ratio') ?? 1;
}

function membersOf(other: string): Map<string, number> {
  const members = new Map<string, number>();
  for (const [, name, value] of other.matchAll(MEMBERS))
    if (name !== undefined && !members.has(name)) members.set(name, Number(value));
  return members;
}

/** @param ratio of the group */
function listQuota(row: CountedRow, cost: number, ratio: number): number {
  if (ratio > 0) return Math.round(cost / ratio);
  // Nothing was charged, so that the charge has to be computed. Groups without a price are rare.
  const charge = readLoggedCharge(row.other);
  if (!charge) return 0;
  const columns = { prompt_tokens: row.promptTokens, completion_tokens: row.completionTokens };
  return chargeFor(loggedUsage(columns, charge), loggedPrice(row.modelName, { ...charge, group_ratio: 1 }));
}
