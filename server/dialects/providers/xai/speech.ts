import { table } from '../../kit/table.js';
import { UpstreamError } from '../../canonical/failure.js';
import { record } from '../../json/lenient.js';
import { notSupported, type OperationRequest } from '../../operations/operation.js';
import { bearerHeaders } from '../../kit/openai/address.js';
import { innerError } from '../../kit/openai/errors.js';
import { invalidResponse } from '../../kit/provider-error.js';
import {
  characterEstimate,
  characterStream,
  contentTypeOf,
  requireLength,
  requireSpeed,
  speechEvents,
  speechRequest,
} from '../../kit/audio/speech-request.js';
import type { ForwardedAnswer, OperationCodec, Target, UpstreamCall } from '../../kit/provider.js';

const FORMATS = ['mp3', 'wav', 'pcm'];
/** Characters of a text. */
const MAX_LENGTH = 15_000;
/** Members of xAI's request that clients may add to OpenAI's. */
const OWN_MEMBERS = ['text_normalization', 'optimize_streaming_latency'];
/** Built-in voices for the names of OpenAI's voices, by gender. */
const VOICES = table<string>({
  alloy: 'eve',
  ash: 'rex',
  ballad: 'leo',
  cedar: 'leo',
  coral: 'ara',
  echo: 'rex',
  fable: 'sal',
  marin: 'ara',
  nova: 'eve',
  onyx: 'leo',
  sage: 'ara',
  shimmer: 'eve',
  verse: 'sal',
});

/**
 * `/v1/tts`: https://docs.x.ai/developers/rest-api-reference/inference/voice. The API has one model, which requests do not
 * name. Charged by characters of the text.
 */
export const xaiSpeech: OperationCodec = {
  request,
  estimate: characterEstimate,
  forwarded,
  stream: characterStream((operation) => forwarded({}, operation).usage),
  // Audio is forwarded as it arrives: a JSON response is an error.
  answer(body) {
    throw new UpstreamError(innerError(record(body)) ?? invalidResponse('the answer has no audio'));
  },
};

/** @throws ApiError 400 for formats, speeds and texts that the API does not support */
function request(operation: OperationRequest, target: Target): UpstreamCall {
  const { fields } = operation;
  const requested = speechRequest(operation);
  requireSpeed(requested, 0.7, 1.5);
  requireLength(requested, MAX_LENGTH);
  if (!FORMATS.includes(requested.format))
    throw notSupported(`response_format ${requested.format}: not supported by this model`);
  const own = OWN_MEMBERS.filter((name) => fields[name] !== undefined).map((name) => [name, fields[name]]);
  const body = {
    text: requested.input,
    voice_id: VOICES[requested.voice.toLowerCase() || 'alloy'] ?? requested.voice,
    language: typeof fields.language === 'string' && fields.language !== '' ? fields.language : 'auto',
    // OpenAI's `pcm` has 24 kHz, too.
    output_format: { codec: requested.format, sample_rate: 24_000 },
    ...(requested.speed !== 1 && { speed: requested.speed }),
    ...Object.fromEntries(own),
    ...target.override,
  };
  return {
    method: 'POST',
    url: `${target.baseUrl}/v1/tts`,
    headers: { ...bearerHeaders(target), 'content-type': 'application/json', accept: '*/*' },
    body: Buffer.from(JSON.stringify(body)),
    decoder: speechEvents(operation, forwarded({}, operation).usage),
  };
}

function forwarded(_headers: unknown, operation: OperationRequest): ForwardedAnswer {
  return {
    usage: characterEstimate(operation),
    contentType: contentTypeOf(speechRequest(operation).format),
  };
}
