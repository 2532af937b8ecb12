import type { FinishReason } from '../../canonical/events.js';

const reasons: Readonly<Record<FinishReason, string>> = {
  stop: 'stop',
  length: 'length',
  'tool-calls': 'tool_calls',
  'content-filter': 'content_filter',
};

/** Finish reasons of other providers are normalised to the four that clients know. */
export function renderFinish(reason: FinishReason): string {
  return reasons[reason];
}
