import { ApiError } from '../../../contract/errors/api-error.js';
import { table } from '../table.js';
import { isPricedByAudio } from '../../canonical/media/audio.js';
import type { CanonicalEvent } from '../../canonical/events.js';
import { UpstreamError } from '../../canonical/failure.js';
import { noUsage, type Usage } from '../../canonical/usage.js';
import { record, text } from '../../json/lenient.js';
import { notSupported, type OperationRequest } from '../../operations/operation.js';
import type { OperationStream, StreamDecoder, UpstreamCall } from '../provider.js';
import { speechStream } from '../openai/operations/media-streams.js';
import { invalidResponse } from '../provider-error.js';

/**
 * OpenAI's request for speech (https://platform.openai.com/docs/api-reference/audio/createSpeech), for providers with a
 * format of their own.
 */
export interface SpeechRequest {
  readonly input: string;
  /** Name or id of a voice; '' if the client sent none. */
  readonly voice: string;
  /** `response_format`; 'mp3' by default. */
  readonly format: string;
  /** 1 by default. */
  readonly speed: number;
}

/** @throws ApiError unsupported_parameter for instructions */
export function speechRequest({ fields }: OperationRequest): SpeechRequest {
  if (text(fields.instructions) !== '')
    throw new ApiError('unsupported_parameter', { detail: 'instructions: not supported by this model' });
  return {
    input: text(fields.input),
    voice: text(fields.voice) || text(record(fields.voice).id),
    format: text(fields.response_format) || 'mp3',
    speed: typeof fields.speed === 'number' ? fields.speed : 1,
  };
}

/** @throws ApiError convert_request_failed for a speed outside the range of the model */
export function requireSpeed({ speed }: SpeechRequest, from: number, to: number): void {
  if (speed < from || speed > to)
    throw notSupported(`speed ${speed}: this model supports speeds from ${from} to ${to}`);
}

/** @throws ApiError convert_request_failed for a text with more characters (Unicode code points) */
export function requireLength({ input }: SpeechRequest, max: number): void {
  const length = charactersOf(input);
  if (length > max) throw notSupported(`input: ${length} characters; this model accepts ${max}`);
}

export function charactersOf(input: string): number {
  return Array.from(input).length;
}

/**
 * Usage of speech that the provider bills by characters of the text. Under the name of a model whose price is per token of
 * audio, it is what this model would have used.
 */
export function characterUsage({ model, estimate }: OperationRequest, characters: number): Usage {
  if (isPricedByAudio(model)) return estimate;
  return { ...noUsage(), input: characters, more: { unit: 'characters' } };
}

/** The estimate of a provider that bills each character of the text. */
export function characterEstimate(operation: OperationRequest): Usage {
  return characterUsage(operation, charactersOf(text(operation.fields.input)));
}

/**
 * Audio as OpenAI's events of streamed speech (https://platform.openai.com/docs/api-reference/audio/speech-audio-delta-event);
 * undefined if audio itself was requested.
 * @param usage of the whole text
 */
export function speechEvents(
  { stream }: OperationRequest,
  usage: Usage | undefined,
): UpstreamCall['decoder'] {
  if (!stream) return undefined;
  return ({ 'content-type': contentType }) =>
    // An error, or the web page of a proxy: they have no events.
    /\b(?:json|html)\b/.test(String(contentType)) ? undefined : audioEvents(usage ?? noUsage());
}

/**
 * Reads the events of `speechEvents`. Their usage is known with the first audio, so that a stream that is cut is charged for
 * its characters, too: the provider has accepted all of them.
 */
export function characterStream(usageOf: (request: OperationRequest) => Usage | undefined): OperationStream {
  return {
    ...speechStream,
    read(request) {
      const read = speechStream.read(request);
      const usage = usageOf(request);
      return (frame) =>
        read(frame).flatMap((event): CanonicalEvent[] =>
          event.type === 'media-delta' && usage ? [event, { type: 'usage', usage }] : [event],
        );
    },
  };
}

function audioEvents({ input, more }: Usage): StreamDecoder {
  const output = more?.audioOutput ?? 0;
  let hasAudio = false;
  return {
    push(chunk) {
      hasAudio = true;
      return event({ type: 'speech.audio.delta', audio: chunk.toString('base64') });
    },
    end() {
      if (!hasAudio) throw new UpstreamError(invalidResponse('the answer has no audio'));
    },
    last: () =>
      event({
        type: 'speech.audio.done',
        usage: { input_tokens: input, output_tokens: output, total_tokens: input + output },
      }),
  };
}

function event(members: object): Buffer {
  return Buffer.from(`data: ${JSON.stringify(members)}\n\n`);
}

const contentTypes = table({
  mp3: 'audio/mpeg',
  opus: 'audio/ogg',
  aac: 'audio/aac',
  flac: 'audio/flac',
  wav: 'audio/wav',
  pcm: 'audio/pcm',
});

/** Content type of a `response_format`; undefined for names that OpenAI does not have. */
export function contentTypeOf(format: string): string | undefined {
  return contentTypes[format];
}
