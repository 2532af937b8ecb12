import type { FinishReason } from '../../canonical/events.js';

/** Maps the finish reason to one of the three that this protocol has. */
export function renderFinish(reason: FinishReason): string {
  if (reason === 'length') return 'length';
  return reason === 'content-filter' ? 'content_filter' : 'stop';
}

/**
 * The only choice. This protocol does not define reasoning, so it is sent as in chats; clients that do not know the field
 * ignore it.
 */
export function renderChoice(text: string, thought: string, finish: string | null): object {
  return {
    text,
    ...(thought === '' ? {} : { reasoning_content: thought }),
    index: 0,
    logprobs: null,
    finish_reason: finish,
  };
}
