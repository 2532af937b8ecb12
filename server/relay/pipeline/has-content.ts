import type { CanonicalEvent } from '../../dialects/canonical/events.js';

/** Does this event tell the client something of the answer? Openings, pings and usage alone do not (F3). */
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
