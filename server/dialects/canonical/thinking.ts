import type { CanonicalResponse, CanonicalEvent } from './events.js';
import { foldEvents, unfoldAnswer } from './fold.js';

/**
 * Shows reasoning as text between `<think>` and `</think>`, for clients without reasoning support (channel setting
 * `thinking_to_content`). Returns a stateful function: create one per stream. Signatures and encrypted reasoning have no
 * text and are left out.
 */
export function thinkingAsText(): (event: CanonicalEvent) => CanonicalEvent[] {
  let open = false;
  return (event) => {
    switch (event.type) {
      case 'reasoning-delta': {
        if (event.text === '') return [];
        const text = open ? event.text : `<think>\n${event.text}`;
        open = true;
        return [{ type: 'text-delta', text }];
      }
      case 'reasoning-signature':
      case 'reasoning-redacted':
        return [];
      case 'start':
      case 'working':
      case 'usage':
      case 'error':
        return [event];
      default:
        if (!open) return [event];
        open = false;
        return [{ type: 'text-delta', text: '\n</think>\n' }, event];
    }
  };
}

/** The same for a whole response. */
export function answerWithThinkingAsText(answer: CanonicalResponse): CanonicalResponse {
  const shown = thinkingAsText();
  return foldEvents(unfoldAnswer(answer).flatMap(shown));
}
