import type { CanonicalEvent } from '../../../canonical/events.js';
import { noUsage, type Usage } from '../../../canonical/usage.js';
import { parseRecord, record, text, type UnknownRecord } from '../../../json/lenient.js';
import type { OperationRequest } from '../../../operations/operation.js';
import type { Frame, OperationStream } from '../../provider.js';
import { speechUsage, transcriptUsage } from './audio-usage.js';
import { openaiFacts } from '../default-facts.js';
import { eventError } from '../errors.js';
import { imageTokens } from './image-usage.js';

/**
 * Streamed images: partial ones, and each completed one with its usage
 * (https://platform.openai.com/docs/api-reference/images-streaming). Ark names each image that succeeded or failed, and
 * their number at the end (https://www.volcengine.com/docs/82379/1824137).
 */
export function imageStream(name: 'image_generation' | 'image_edit'): OperationStream {
  return {
    read: (request) => {
      let images = 0;
      const requested = request.estimate.more?.images ?? 1;
      return ({ name: eventName, data }) => {
        if (data === '[DONE]') return [{ type: 'done' }];
        const body = parseRecord(data);
        const type = text(body.type) || eventName;
        if (type === `${name}.partial_failed`) return [{ type: 'result-failed', failure: eventError(data) }];
        if (eventName === 'error' || type === 'error' || body.error)
          return [{ type: 'error', failure: eventError(data) }];
        if (type === `${name}.partial_image`) return [{ type: 'media-delta' }];
        if (type === `${name}.partial_succeeded`) {
          images++;
          return [{ type: 'media-delta' }, imagesSoFar(noUsage(), images, request)];
        }
        if (type !== `${name}.completed`) return [];
        const made = openaiFacts.usage.images(record(body.usage));
        const events: CanonicalEvent[] = isPicture(body) ? [{ type: 'media-delta' }] : [];
        if (made !== undefined) images = made;
        else if (events.length > 0 || images === 0) images++;
        events.push(imagesSoFar(imageTokens(body.usage), images, request));
        if (images > 0 && (made !== undefined || images >= requested))
          events.push({ type: 'finish', reason: 'stop' });
        return events;
      };
    },
  };
}

function isPicture({ b64_json, url }: UnknownRecord): boolean {
  return text(b64_json) !== '' || text(url) !== '';
}

function imagesSoFar(usage: Usage, images: number, { estimate }: OperationRequest): CanonicalEvent {
  const requested = estimate.more?.images ?? 1;
  const calls = ((estimate.more?.calls ?? requested) / requested) * images;
  return { type: 'usage', usage: { ...usage, more: { ...usage.more, calls, images } } };
}

/** https://platform.openai.com/docs/api-reference/audio/speech-audio-delta-event */
export const speechStream: OperationStream = {
  endsOnce: true,
  read: () => events('speech.audio.delta', 'speech.audio.done', speechUsage),
  endOf: (frames) =>
    lastEventStart(frames, ['data: {"type":"speech.audio.done"', 'event: speech.audio.done']),
};

/** https://platform.openai.com/docs/api-reference/audio/transcript-text-delta-event */
export const transcriptStream: OperationStream = {
  endsOnce: true,
  read: ({ audioTokensPerMinute }) =>
    events('transcript.text.delta', 'transcript.text.done', (body) =>
      transcriptUsage(body, audioTokensPerMinute),
    ),
  endOf: (frames) =>
    lastEventStart(frames, ['data: {"type":"transcript.text.done"', 'event: transcript.text.done']),
};

function events(
  piece: string,
  done: string,
  usageOf: (body: Readonly<Record<string, unknown>>) => Usage | undefined,
): (frame: Frame) => CanonicalEvent[] {
  return ({ name, data }) => {
    if (data === '[DONE]') return [{ type: 'done' }];
    if (name === 'error') return [{ type: 'error', failure: eventError(data) }];
    const body = parseRecord(data);
    if (body.type === 'error' || body.error) return [{ type: 'error', failure: eventError(data) }];
    const type = text(body.type) || name;
    if (type === piece) return [{ type: 'media-delta' }];
    if (type !== done) return [];
    const usage = usageOf(body);
    return [
      { type: 'media-delta' },
      ...(usage ? [{ type: 'usage' as const, usage }] : []),
      { type: 'finish', reason: 'stop' },
    ];
  };
}

/**
 * Offset of the last of these events in a chunk of complete events; -1 if there is none. `lines` are their first lines, such
 * as `event: response.completed`. Line breaks inside strings are escaped, so such a line is never text of a response.
 */
function lastEventStart(events: Buffer, lines: readonly string[]): number {
  let last = -1;
  for (const line of lines) {
    const at = events.lastIndexOf(line);
    if (at > last && (at === 0 || events[at - 1] === 0x0a)) last = at;
  }
  return last;
}
