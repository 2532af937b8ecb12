import { urlEncoded } from '../../kit/forwarded-query.js';
import { table } from '../../kit/table.js';
import { isRecord, record, type UnknownRecord } from '../../json/lenient.js';
import { UpstreamError } from '../../canonical/failure.js';
import { notSupported, type OperationRequest } from '../../operations/operation.js';
import {
  characterEstimate,
  characterStream,
  contentTypeOf,
  requireLength,
  requireSpeed,
  speechEvents,
  speechRequest,
} from '../../kit/audio/speech-request.js';
import { invalidResponse } from '../../kit/provider-error.js';
import type { ForwardedAnswer, OperationCodec, Target, UpstreamCall } from '../../kit/provider.js';
import { innerError } from './errors.js';
import { voiceId } from './voices.js';

/** `output_format` for OpenAI's formats; `pcm` has 24 kHz, as OpenAI's. ElevenLabs' own names are accepted as well. */
const FORMATS = table({
  mp3: 'mp3_44100_128',
  opus: 'opus_48000_64',
  wav: 'wav_24000',
  pcm: 'pcm_24000',
});
const OWN_FORMAT = /^(mp3|opus|wav|pcm|ulaw|alaw)_\d+(_\d+)?$/;

/** Most characters of a request by model: https://elevenlabs.io/docs/models#character-limits */
const LIMITS: readonly (readonly [model: RegExp, characters: number])[] = [
  [/^eleven_v3/, 5000],
  [/^eleven_(flash|turbo)_v2_5/, 40_000],
  [/^eleven_(flash|turbo)_v2/, 30_000],
  [/^eleven_(multilingual|monolingual|english)_/, 10_000],
];

/** Members of ElevenLabs' request that clients may add to OpenAI's. */
const OWN_MEMBERS = [
  'language_code',
  'seed',
  'previous_text',
  'next_text',
  'apply_text_normalization',
  'apply_language_text_normalization',
  'pronunciation_dictionary_locators',
];

/**
 * `/v1/audio/speech`: https://elevenlabs.io/docs/api-reference/text-to-speech/stream. WAV has a length in its header and is
 * therefore not streamed. Charged by characters of the text.
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
  requireSpeed(requested, 0.7, 1.2);
  requireLength(requested, LIMITS.find(([model]) => model.test(target.model))?.[1] ?? Infinity);
  const format =
    FORMATS[requested.format] ?? (OWN_FORMAT.test(requested.format) ? requested.format : undefined);
  if (format === undefined)
    throw notSupported(`response_format ${requested.format}: not supported by this model`);
  const path = `/v1/text-to-speech/${urlEncoded(voiceId(requested.voice))}`;
  const body = {
    text: requested.input,
    model_id: target.model,
    ...ownMembers(operation.fields, requested.speed),
    ...target.override,
  };
  return {
    method: 'POST',
    url: `${target.baseUrl}${path}${format.startsWith('wav') ? '' : '/stream'}?output_format=${format}`,
    headers: { 'xi-api-key': target.key, 'content-type': 'application/json', accept: '*/*' },
    body: Buffer.from(JSON.stringify(body)),
    decoder: speechEvents(operation, forwarded({}, operation).usage),
  };
}

function ownMembers(fields: UnknownRecord, speed: number): object {
  const { voice_settings: settings } = fields;
  const members = OWN_MEMBERS.filter((name) => fields[name] !== undefined).map((name) => [
    name,
    fields[name],
  ]);
  const hasSettings = isRecord(settings) || speed !== 1;
  return {
    ...Object.fromEntries(members),
    ...(hasSettings && { voice_settings: { ...record(settings), ...(speed !== 1 && { speed }) } }),
  };
}

function forwarded(_headers: unknown, operation: OperationRequest): ForwardedAnswer {
  const { format } = speechRequest(operation);
  const [codec = ''] = format.split('_');
  return { usage: characterEstimate(operation), contentType: contentTypeOf(codec) };
}
