import type { CanonicalEvent } from '../../canonical/events.js';
import type { Usage } from '../../canonical/usage.js';
import { parseRecord, text } from '../../json/lenient.js';
import type { OperationRequest } from '../../operations/operation.js';
import type { Frame, OperationStream } from '../provider.js';
import { speechUsage, transcriptUsage } from './audio-usage.js';
import { eventError } from './errors.js';
import { lastEventStart } from './event-start.js';
import { imageTokens } from './image-usage.js';

/**
 * Streamed images: partial ones, and each completed one with its usage.
 * https://platform.openai.com/docs/api-reference/images-streaming
 */
export function imageStream(name: 'image_generation' | 'image_edit'): OperationStream {
  const completed = `event: ${name}.completed`;
  return {
    read: (request) => {
      let images = 0;
      return events(`${name}.partial_image`, `${name}.completed`, (body) => {
        images++;
        return imagesSoFar(imageTokens(body.usage), images, request);
      });
    },
    endOf: (frames) => lastEventStart(frames, [completed]),
  };
}

function imagesSoFar(usage: Usage, images: number, { estimate }: OperationRequest): Usage {
  const asked = estimate.more?.images ?? 1;
  const calls = ((estimate.more?.calls ?? asked) / asked) * images;
  return { ...usage, more: { ...usage.more, calls, images } };
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
