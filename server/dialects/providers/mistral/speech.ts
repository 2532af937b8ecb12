import { table } from '../../kit/table.js';
import { UpstreamError } from '../../canonical/failure.js';
import { text } from '../../json/lenient.js';
import { notSupported, type OperationRequest } from '../../operations/operation.js';
import { bearerHeaders } from '../../kit/openai/address.js';
import { parsedAnswer } from '../../kit/openai/operations/operations.js';
import { invalidResponse } from '../../kit/provider-error.js';
import {
  characterEstimate,
  contentTypeOf,
  requireSpeed,
  speechRequest,
} from '../../kit/audio/speech-request.js';
import type { OperationAnswer, OperationCodec, Target, UpstreamCall } from '../../kit/provider.js';

const FORMATS = ['mp3', 'wav', 'flac', 'opus', 'pcm'];
const MALE = 'en_paul_neutral';
const FEMALE = 'gb_jane_neutral';
/** Preset voices for the names of OpenAI's voices, by gender. */
const VOICES = table<string>({
  alloy: FEMALE,
  ash: MALE,
  ballad: MALE,
  cedar: MALE,
  coral: FEMALE,
  echo: MALE,
  fable: FEMALE,
  marin: FEMALE,
  nova: FEMALE,
  onyx: MALE,
  sage: FEMALE,
  shimmer: FEMALE,
  verse: MALE,
});
/** Bytes of a sample of Mistral's `pcm` (32-bit floats) and of OpenAI's (16-bit integers), both at 24 kHz. */
const FLOAT_BYTES = 4;
const INTEGER_BYTES = 2;
const MAX_SAMPLE = 0x7fff;

/**
 * `/v1/audio/speech`: https://docs.mistral.ai/api/endpoint/audio/speech. It has the path of OpenAI's API, names the voice
 * otherwise, and answers with base64 in JSON. Charged by characters of the text.
 */
export const speech: OperationCodec = { json: true, request, estimate: characterEstimate, answer };

/** @throws ApiError 400 for what the model does not support */
function request(operation: OperationRequest, target: Target): UpstreamCall {
  const requested = speechRequest(operation);
  if (operation.stream) throw notSupported('stream_format sse: not supported by this model');
  if (!FORMATS.includes(requested.format))
    throw notSupported(`response_format ${requested.format}: not supported by this model`);
  requireSpeed(requested, 1, 1);
  const reference = text(operation.fields.ref_audio);
  const body = {
    model: target.model,
    input: requested.input,
    ...(reference === ''
      ? { voice_id: VOICES[requested.voice.toLowerCase() || 'alloy'] ?? requested.voice }
      : { ref_audio: reference }),
    response_format: requested.format,
    ...target.override,
  };
  return {
    method: 'POST',
    url: `${target.baseUrl}/v1/audio/speech`,
    headers: { ...bearerHeaders(target), 'content-type': 'application/json', accept: 'application/json' },
    body: Buffer.from(JSON.stringify(body)),
  };
}

function answer(body: unknown, operation: OperationRequest): OperationAnswer {
  const bytes = Buffer.from(text(parsedAnswer(body).audio_data), 'base64');
  if (bytes.length === 0) throw new UpstreamError(invalidResponse('the answer has no audio'));
  const { format } = speechRequest(operation);
  return {
    usage: characterEstimate(operation),
    media: {
      contentType: contentTypeOf(format) ?? 'audio/mpeg',
      bytes: format === 'pcm' ? integerSamples(bytes) : bytes,
    },
  };
}

/** 16-bit samples of 32-bit floats from -1 to 1. */
function integerSamples(floats: Buffer): Buffer {
  const samples = Math.floor(floats.length / FLOAT_BYTES);
  const integers = Buffer.alloc(samples * INTEGER_BYTES);
  for (let index = 0; index < samples; index++) {
    const value = Math.max(-1, Math.min(1, floats.readFloatLE(index * FLOAT_BYTES)));
    integers.writeInt16LE(Math.round(value * MAX_SAMPLE), index * INTEGER_BYTES);
  }
  return integers;
}
