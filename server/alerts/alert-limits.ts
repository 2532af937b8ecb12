import type { Env } from '../core/env.js';
import type { OptionsService } from '../options/options.service.js';
import type { AlertLimits } from './alert-rules.js';

/** Part of JOURNAL_LIMIT, from which on requests are refused. */
const LONG_JOURNAL = 0.5;

/** What the operator chose. */
export function alertLimits(
  options: Pick<OptionsService, 'get'>,
  { JOURNAL_LIMIT }: Pick<Env, 'JOURNAL_LIMIT'>,
): AlertLimits {
  return {
    minRequests: options.get('AlertMinRequests'),
    channelSuccessPercent: options.get('AlertChannelSuccessPercent'),
    successPercent: options.get('AlertSuccessPercent'),
    firstTokenSeconds: options.get('AlertFirstTokenSeconds'),
    balanceHours: options.get('AlertBalanceHours'),
    journalSeconds: options.get('AlertJournalSeconds'),
    journalEntries: Math.floor(JOURNAL_LIMIT * LONG_JOURNAL),
  };
}
