import type { CanonicalResponse, CanonicalEvent } from '../../canonical/events.js';
import { UpstreamError } from '../../canonical/failure.js';
import { foldEvents } from '../../canonical/fold.js';
import { noUsage } from '../../canonical/usage.js';
import { isRecord } from '../../json/lenient.js';
import { invalidResponse } from '../../kit/provider-error.js';
import { innerError } from './errors.js';
import { ContentReader, type Blocked } from './stream.js';

/**
 * Reads a complete response like a stream of one event. A list is a stream that was sent as a JSON array because `alt=sse`
 * was lost on the way.
 * @throws UpstreamError for an error inside a 200 response, a blocked prompt that is to be reported as one, or an empty
 * response
 */
export function readAnswer(blocked: Blocked): (body: unknown) => CanonicalResponse {
  return (body) => {
    const failure = innerError(body);
    if (failure) throw new UpstreamError(failure);
    const reader = new ContentReader(blocked, { citations: true });
    const events: CanonicalEvent[] = [];
    for (const event of Array.isArray(body) ? body : [body]) {
      if (!isRecord(event)) throw new UpstreamError(invalidResponse('the answer is not of this API'));
      events.push(...reader.read(event));
    }
    const answer = finished(events, Array.isArray(body));
    // A blocked response without content is charged as reported, which is nothing if no usage is reported.
    if (answer.parts.length === 0 && answer.finish.reason === 'content-filter') answer.usage ??= noUsage();
    return answer;
  };
}

function finished(events: CanonicalEvent[], isStream: boolean): CanonicalResponse {
  const says = (type: CanonicalEvent['type']) => events.some((event) => event.type === type);
  if (says('finish') || says('error')) return foldEvents(events);
  if (!says('text-delta') && !says('reasoning-delta') && !says('tool-start'))
    throw new UpstreamError(invalidResponse('No candidates returned'));
  // Some relays leave the finish out. A list is a stream, which was cut without one.
  return foldEvents(isStream ? events : [...events, { type: 'done' }]);
}
