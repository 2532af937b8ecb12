import type { FinishReason } from '../../canonical/events.js';

const reasons: Readonly<Record<FinishReason, string>> = {
  stop: 'stop',
  length: 'length',
  'tool-calls': 'tool_calls',
  'content-filter': 'content_filter',
  other: 'stop',
};

/** Vendors' own words never leak out: clients know these four. */
export function renderFinish(reason: FinishReason): string {
  return reasons[reason];
}
