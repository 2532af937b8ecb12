import type { Receiver } from '../../notifications/event-streams/event-receiver.js';
import type { OptionsService } from '../../options/options.service.js';
import type { UsageEvent } from './usage-event.js';

/** The operator's receiver; undefined where none is set up. */
export function receiverOf(options: Pick<OptionsService, 'get'>): Receiver | undefined {
  const url = options.get('UsageEventsUrl');
  if (url === '') return undefined;
  return { url, secret: options.get('UsageEventsSecret'), token: options.get('UsageEventsToken') };
}

/** The position of the first and the last event. */
export function batchId(events: readonly UsageEvent[]): string {
  return `usage-${events[0]!.data.position}-${events.at(-1)!.data.position}`;
}
