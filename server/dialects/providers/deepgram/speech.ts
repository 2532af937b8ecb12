import { table } from '../../kit/table.js';
import { UpstreamError } from '../../canonical/failure.js';
import { record } from '../../json/lenient.js';
import { notSupported, type OperationRequest } from '../../operations/operation.js';
import {
  characterEstimate,
  charactersOf,
  characterStream,
  characterUsage,
  contentTypeOf,
  requireLength,
  requireSpeed,
  speechEvents,
  speechRequest,
} from '../../kit/audio/speech-request.js';
import { invalidResponse } from '../../kit/provider-error.js';
import type {
  ForwardedAnswer,
  OperationCodec,
  Target,
  UpstreamCall,
  UpstreamHeaders,
} from '../../kit/provider.js';
import { modelCall } from './address.js';
import { innerError } from './errors.js';
import { voiceModel } from './voices.js';

/** https://developers.deepgram.com/docs/tts-media-output-settings#audio-format-combinations */
const FORMATS = table<readonly (readonly [name: string, value: string])[]>({
  mp3: [['encoding', 'mp3']],
  opus: [
    ['encoding', 'opus'],
    ['container', 'ogg'],
  ],
  aac: [['encoding', 'aac']],
  flac: [['encoding', 'flac']],
  wav: [
    ['encoding', 'linear16'],
    ['container', 'wav'],
    ['sample_rate', '24000'],
  ],
  pcm: [
    ['encoding', 'linear16'],
    ['container', 'none'],
    ['sample_rate', '24000'],
  ],
});

/** Characters: https://developers.deepgram.com/docs/text-to-speech#limits */
const MAX_LENGTH = 2000;

/**
 * `/v1/audio/speech`: https://developers.deepgram.com/reference/text-to-speech/speak-request. Charged by characters of the
 * text.
 */
export const speech: OperationCodec = {
  request,
  estimate: characterEstimate,
  forwarded,
  stream: characterStream((operation) => forwarded({}, operation).usage),
  // Audio is forwarded as it arrives: a JSON response is an error.
  answer(body) {
    throw new UpstreamError(innerError(record(body)) ?? invalidResponse('the answer has no audio'));
  },
};

/** @throws ApiError 400 for formats, speeds and texts that the model does not support */
function request(operation: OperationRequest, target: Target): UpstreamCall {
  const requested = speechRequest(operation);
  const format = FORMATS[requested.format];
  if (!format) throw notSupported(`response_format ${requested.format}: not supported by this model`);
  const model = voiceModel(target.model, requested.voice);
  // https://developers.deepgram.com/docs/tts-voice-controls: Aura-2 only
  if (model.startsWith('aura-2')) requireSpeed(requested, 0.7, 1.5);
  else requireSpeed(requested, 1, 1);
  requireLength(requested, MAX_LENGTH);
  const call = modelCall(
    target,
    '/v1/speak',
    [['model', model], ...format, ['speed', requested.speed === 1 ? '' : String(requested.speed)]],
    'application/json',
    { body: Buffer.from(JSON.stringify({ text: requested.input })) },
  );
  return { ...call, decoder: speechEvents(operation, forwarded({}, operation).usage) };
}

/** Pronunciations in the text are not billed, so the reported number may be lower than the text's length. */
function forwarded(headers: UpstreamHeaders, operation: OperationRequest): ForwardedAnswer {
  const { input, format } = speechRequest(operation);
  const reported = Number(headers['dg-char-count']);
  const characters = reported > 0 ? Math.min(reported, charactersOf(input)) : charactersOf(input);
  return { usage: characterUsage(operation, characters), contentType: contentTypeOf(format) };
}
