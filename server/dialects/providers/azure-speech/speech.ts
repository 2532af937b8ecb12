import { table } from '../../kit/table.js';
import { UpstreamError } from '../../canonical/failure.js';
import type { Usage } from '../../canonical/usage.js';
import { text } from '../../json/lenient.js';
import { notSupported, type OperationRequest } from '../../operations/operation.js';
import {
  characterStream,
  characterUsage,
  contentTypeOf,
  requireSpeed,
  speechEvents,
  speechRequest,
} from '../../kit/audio/speech-request.js';
import { invalidResponse } from '../../kit/provider-error.js';
import type { ForwardedAnswer, OperationCodec, Target, UpstreamCall } from '../../kit/provider.js';
import { speechHeaders, speechUrl } from './address.js';
import { billedCharacters, ssml } from './ssml.js';

/** https://learn.microsoft.com/azure/ai-services/speech-service/rest-text-to-speech#audio-outputs */
const FORMATS = table({
  mp3: 'audio-24khz-96kbitrate-mono-mp3',
  opus: 'ogg-24khz-16bit-mono-opus',
  wav: 'riff-24khz-16bit-mono-pcm',
  pcm: 'raw-24khz-16bit-mono-pcm',
});
const OWN_FORMAT = /^(audio|raw|riff|ogg|webm|amr|g722)-[\w-]+$/;

/** Voices for several languages that all regions have, for the names of OpenAI's voices. */
const VOICES = table({
  alloy: 'Jenny',
  ash: 'Andrew',
  ballad: 'Brian',
  cedar: 'Brian',
  coral: 'Emma',
  echo: 'Andrew',
  fable: 'Ryan',
  marin: 'Ava',
  nova: 'Ava',
  onyx: 'Brian',
  sage: 'Emma',
  shimmer: 'Jenny',
  verse: 'Ryan',
});
const VOICE = /^[\w.:-]+$/;
/**
 * Voices of higher quality and price, such as `en-US-Ava:DragonHDLatestNeural` and `en-US-AlloyMultilingualNeuralHD`. Azure
 * accepts names in any case.
 */
const IS_HD = /:.*HD|HD$/i;

/**
 * `/v1/audio/speech` by SSML: https://learn.microsoft.com/azure/ai-services/speech-service/rest-text-to-speech. Charged by
 * billable characters. Models differ by the price of their voices: those named `hd` have HD voices.
 */
export const speech: OperationCodec = {
  request,
  estimate,
  forwarded,
  stream: characterStream((operation) => forwarded({}, operation).usage),
  // Audio is forwarded as it arrives: a JSON response is an error.
  answer() {
    throw new UpstreamError(invalidResponse('the answer has no audio'));
  },
};

/** @throws ApiError 400 for voices, formats and speeds that the model does not support */
function request(operation: OperationRequest, target: Target): UpstreamCall {
  const requested = speechRequest(operation);
  requireSpeed(requested, 0.5, 2);
  const format =
    FORMATS[requested.format] ?? (OWN_FORMAT.test(requested.format) ? requested.format : undefined);
  if (format === undefined)
    throw notSupported(`response_format ${requested.format}: not supported by this model`);
  return {
    method: 'POST',
    url: speechUrl(target),
    headers: {
      ...speechHeaders(target),
      'content-type': 'application/ssml+xml',
      'x-microsoft-outputformat': format,
      'user-agent': 'tollgate',
    },
    body: Buffer.from(ssml(requested.input, voiceOf(requested.voice, target.model), requested.speed)),
    decoder: speechEvents(operation, forwarded({}, operation).usage),
  };
}

/** @throws ApiError convert_request_failed for what cannot be a voice, and for HD voices of other models */
function voiceOf(voice: string, model: string): string {
  const isHd = /hd/i.test(model);
  const name = VOICES[voice.toLowerCase() || 'alloy'];
  if (name !== undefined) return isHd ? hdVoice(name) : `en-US-${name}MultilingualNeural`;
  if (!VOICE.test(voice)) throw notSupported('voice: not the name of a voice');
  if (IS_HD.test(voice) !== isHd)
    throw notSupported(
      `voice ${voice}: not supported by this model, which has ${isHd ? 'only' : 'no'} HD voices`,
    );
  return voice;
}

/** https://learn.microsoft.com/azure/ai-services/speech-service/high-definition-voices: not all names have an HD voice. */
function hdVoice(name: string): string {
  return `en-US-${name === 'Ryan' ? 'Steffan' : name}:DragonHDLatestNeural`;
}

function estimate(operation: OperationRequest): Usage {
  const { input, speed } = operation.fields;
  return characterUsage(operation, billedCharacters(text(input), typeof speed === 'number' ? speed : 1));
}

function forwarded(_headers: unknown, operation: OperationRequest): ForwardedAnswer {
  const { format } = speechRequest(operation);
  return { usage: estimate(operation), contentType: contentTypeOf(format) };
}
