import { countedUsage, type CountedRow } from '../../prices/logged/counted-usage.js';
import { chargedRequest } from '../charge-ids.js';
import { ledgerTime, type JournalEntry } from '../journal-entry.js';
import type { UsageChange } from './usage-hours.js';

/** The members of a journal entry that are counted. */
export interface CountedCharge extends Omit<JournalEntry, 'log' | 'isProvisional'> {
  /** Undefined: the request is not in the log. */
  log: (CountedRow & { readonly group: string }) | undefined;
}

/** A charge as the sums of usage count it. */
export function chargeUsage(entry: CountedCharge): UsageChange {
  const { requestId, userId, tokenId, channelId, charge, uncollected = 0, log, usageData } = entry;
  const cost = charge + uncollected;
  const counted = log && countedUsage(log, cost);
  return {
    at: ledgerTime(entry),
    userId,
    tokenId,
    channelId,
    model: log?.modelName ?? usageData?.model ?? '',
    group: log?.group ?? '',
    // What a task cost beyond its estimate is no request of its own.
    requests: chargedRequest(requestId) === requestId ? 1 : 0,
    promptTokens: counted?.promptTokens ?? 0,
    completionTokens: counted?.completionTokens ?? 0,
    cachedTokens: counted?.cachedTokens ?? 0,
    cacheWriteTokens: counted?.cacheWriteTokens ?? 0,
    quota: charge,
    listQuota: counted?.listQuota ?? cost,
  };
}

/** The same amounts, given back. */
export function reversed(change: UsageChange): UsageChange {
  return {
    ...change,
    requests: 0 - change.requests,
    promptTokens: 0 - change.promptTokens,
    completionTokens: 0 - change.completionTokens,
    cachedTokens: 0 - change.cachedTokens,
    cacheWriteTokens: 0 - change.cacheWriteTokens,
    quota: 0 - change.quota,
    listQuota: 0 - change.listQuota,
  };
}
