import { returnUsage, type ReturnKind } from '../ledger/charge-views.repository.js';
import { chargeUsage } from '../ledger/posting/charge-usage.js';
import type { UsageChange } from '../ledger/posting/usage-hours.js';
import { groupRatioOf } from '../prices/logged/counted-usage.js';

/** An entry of the ledger with the log row of its charge. The members of the row are null if it is not in the log. */
export interface CountedEntry {
  /** Unix seconds. */
  readonly at: number;
  readonly requestId: string;
  readonly kind: 'consume' | 'correction' | ReturnKind;
  readonly userId: number;
  readonly tokenId: number;
  readonly channelId: number;
  /** Quota units; negative if the entry gives a charge back. */
  readonly quota: number;
  readonly uncollected: number;
  readonly modelName: string | null;
  readonly group: string | null;
  readonly promptTokens: number | null;
  readonly completionTokens: number | null;
  readonly other: string | null;
}

/** An entry as it is counted when it is posted. */
export function entryUsage(entry: CountedEntry): UsageChange {
  const { at, requestId, kind, userId, tokenId, channelId, quota, uncollected } = entry;
  const log =
    entry.modelName === null
      ? undefined
      : {
          modelName: entry.modelName,
          group: entry.group ?? '',
          promptTokens: entry.promptTokens ?? 0,
          completionTokens: entry.completionTokens ?? 0,
          other: entry.other ?? '',
        };
  if (kind !== 'consume' && kind !== 'correction')
    return returnUsage(
      kind,
      { userId, tokenId, channelId, amount: 0 - quota },
      { at, model: log?.modelName ?? '', group: log?.group ?? '', other: log?.other ?? '' },
    );
  const account = { requestId, userId, tokenId, channelId };
  const charge = { ...account, charge: quota, uncollected, createdAt: at, usageData: undefined };
  if (kind === 'consume') return { ...chargeUsage({ ...charge, log }), at };
  // The log row has the tokens of the settlement that corrected the charge, counted with the charge.
  const ratio = groupRatioOf(log?.other ?? '');
  return {
    ...chargeUsage({ ...charge, log: undefined }),
    at,
    model: log?.modelName ?? '',
    group: log?.group ?? '',
    requests: 0,
    listQuota: ratio > 0 ? Math.round((quota + uncollected) / ratio) : 0,
  };
}
