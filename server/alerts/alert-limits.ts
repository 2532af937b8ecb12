import type { OptionsService } from '../options/options.service.js';
import type { AlertLimits } from './alert-rules.js';

/** What the operator chose. */
export function alertLimits(options: Pick<OptionsService, 'get'>): AlertLimits {
  return {
    minRequests: options.get('AlertMinRequests'),
    channelSuccessPercent: options.get('AlertChannelSuccessPercent'),
    successPercent: options.get('AlertSuccessPercent'),
    firstTokenSeconds: options.get('AlertFirstTokenSeconds'),
    balanceHours: options.get('AlertBalanceHours'),
    journalSeconds: options.get('AlertJournalSeconds'),
  };
}
