import type { FinishReason } from '../../canonical/events.js';

/** Why a text ended, in the three words this protocol has. */
export function renderFinish(reason: FinishReason): string {
  if (reason === 'length') return 'length';
  return reason === 'content-filter' ? 'content_filter' : 'stop';
}

/**
 * The one answer. Thoughts have no place in this protocol; they are told the way chats tell them, where clients that do
 * not know of them pass over them.
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
