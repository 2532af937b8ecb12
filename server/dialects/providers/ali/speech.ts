import { table } from '../../kit/table.js';
import { UpstreamError } from '../../canonical/failure.js';
import type { Usage } from '../../canonical/usage.js';
import { count, record, text } from '../../json/lenient.js';
import { notSupported, type OperationRequest } from '../../operations/operation.js';
import { bearerHeaders } from '../../kit/openai/address.js';
import { speechUsage } from '../../kit/openai/operations/audio-usage.js';
import { invalidResponse } from '../../kit/provider-error.js';
import {
  charactersOf,
  characterUsage,
  requireLength,
  requireSpeed,
  speechRequest,
} from '../../kit/audio/speech-request.js';
import { asWav, audioOf } from '../../kit/audio/wav.js';
import type {
  EstimateTarget,
  OperationAnswer,
  OperationCodec,
  Target,
  UpstreamCall,
} from '../../kit/provider.js';
import { failIn } from './errors.js';

/** Models with an HTTP API; CosyVoice, Sambert and the realtime models are called over WebSocket. */
const MODELS = /^qwen3?-tts(?!.*realtime)/;
/** Models that are charged by tokens instead of characters. */
const BY_TOKENS = /^qwen-tts/;
/** Models that take a style in words. */
const STYLED = /instruct/;
/** Characters of a text: https://www.alibabacloud.com/help/en/model-studio/qwen-tts */
const MAX_LENGTH = 600;
/** Samples per second of the files. */
const RATE = 24_000;
/** Voices for the names of OpenAI's voices, by gender; all models have these. */
const VOICES = table<string>({
  alloy: 'Cherry',
  ash: 'Ethan',
  ballad: 'Ethan',
  cedar: 'Ethan',
  coral: 'Serena',
  echo: 'Ethan',
  fable: 'Ethan',
  marin: 'Serena',
  nova: 'Chelsie',
  onyx: 'Ethan',
  sage: 'Serena',
  shimmer: 'Chelsie',
  verse: 'Ethan',
});

/**
 * Qwen-TTS: https://www.alibabacloud.com/help/en/model-studio/qwen-tts-api. The response has the address of a WAV file, which is
 * downloaded; `pcm` is its samples, and other formats are not supported. The default is WAV.
 */
export const aliSpeech: OperationCodec = { json: true, request, estimate, answer };

/** @throws ApiError 400 for models and parameters that are not supported */
function request(operation: OperationRequest, target: Target): UpstreamCall {
  const { fields } = operation;
  if (!MODELS.test(target.model)) throw notSupported('not supported model for speech');
  if (operation.stream) throw notSupported('stream_format sse: not supported by this model');
  const format = fields.response_format ?? 'wav';
  if (format !== 'wav' && format !== 'pcm')
    throw notSupported(`response_format ${text(format)}: this model gives wav and pcm`);
  const style = STYLED.test(target.model) ? text(fields.instructions) : '';
  const requested = speechRequest(
    style === '' ? operation : { ...operation, fields: { ...fields, instructions: undefined } },
  );
  requireSpeed(requested, 1, 1);
  requireLength(requested, MAX_LENGTH);
  const language = text(fields.language_type);
  const body = {
    model: target.model,
    input: {
      text: requested.input,
      voice: VOICES[requested.voice.toLowerCase() || 'alloy'] ?? requested.voice,
      ...(language !== '' && { language_type: language }),
      ...(style !== '' && { instructions: style }),
    },
    ...target.override,
  };
  return {
    method: 'POST',
    url: `${target.baseUrl}/api/v1/services/aigc/multimodal-generation/generation`,
    headers: { ...bearerHeaders(target), 'content-type': 'application/json' },
    body: Buffer.from(JSON.stringify(body)),
    next: (response) => download(response, target),
  };
}

/** The file of a response. @throws UpstreamError if the response is an error or has no file */
function download(response: unknown, target: Target): UpstreamCall {
  const { output, usage } = record(response);
  failIn(record(response));
  const url = text(record(record(output).audio).url);
  if (!/^https?:\/\//i.test(url)) throw new UpstreamError(invalidResponse('the answer has no audio'));
  return {
    method: 'GET',
    url,
    headers: { accept: 'audio/*' },
    waitMs: 0,
    workBegun: true,
    download: {
      publicOnly: !url.startsWith(`${new URL(target.baseUrl).origin}/`),
      read: (file) => ({ audio: file.toString('base64'), usage }),
    },
  };
}

/** A Chinese character counts as two: https://www.alibabacloud.com/help/en/model-studio/qwen-tts */
function estimate(operation: OperationRequest, { model }: EstimateTarget): Usage {
  if (BY_TOKENS.test(model)) return operation.estimate;
  const input = text(operation.fields.input);
  const chinese = input.match(/\p{Script=Han}/gu)?.length ?? 0;
  return characterUsage(operation, charactersOf(input) + chinese);
}

function answer(body: unknown, operation: OperationRequest): OperationAnswer {
  const { audio: file, usage } = record(body);
  const audio = audioOf(Buffer.from(text(file), 'base64'), RATE);
  if (!audio || audio.samples.length === 0)
    throw new UpstreamError(invalidResponse('the answer has no audio'));
  const characters = count(record(usage).characters);
  return {
    usage:
      characters === undefined || characters === 0
        ? speechUsage({ usage })
        : characterUsage(operation, characters),
    media:
      operation.fields.response_format === 'pcm'
        ? { contentType: 'audio/pcm', bytes: audio.samples }
        : { contentType: 'audio/wav', bytes: asWav(audio) },
  };
}
