import type { CanonicalEvent } from '../../../dialects/canonical/events.js';

/** Whether an event carries part of the response. Start events, pings and usage alone do not. */
export function hasContent(event: CanonicalEvent): boolean {
  switch (event.type) {
    case 'text-delta':
    case 'refusal-delta':
    case 'reasoning-delta':
      return event.text !== '';
    case 'reasoning-redacted':
    case 'tool-start':
    case 'tool-delta':
    case 'working':
    case 'finish':
    case 'media-delta':
      return true;
    default:
      return false;
  }
}
