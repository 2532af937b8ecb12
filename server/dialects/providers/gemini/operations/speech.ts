import { table } from '../../../kit/table.js';
import { UpstreamError } from '../../../canonical/failure.js';
import { noUsage, type Usage } from '../../../canonical/usage.js';
import { list, record, text, type UnknownRecord } from '../../../json/lenient.js';
import { notSupported, type OperationRequest } from '../../../operations/operation.js';
import { invalidResponse } from '../../../kit/provider-error.js';
import type { OperationAnswer, OperationCodec, Target, UpstreamCall } from '../../../kit/provider.js';
import { googleCall } from '../address.js';
import { innerError } from '../errors.js';
import { readUsage } from '../usage.js';
import { asWav, audioOf } from '../../../kit/audio/wav.js';

/** Sample rate in Hz of OpenAI's `pcm`, and the default if the response states none. */
const USUAL_RATE = 24_000;
/** Voices (https://ai.google.dev/gemini-api/docs/speech-generation#voices) for the names of OpenAI's voices. */
const FOR_OPENAI = table<string>({
  alloy: 'Zephyr',
  ash: 'Orus',
  ballad: 'Algieba',
  cedar: 'Charon',
  coral: 'Aoede',
  echo: 'Puck',
  fable: 'Umbriel',
  marin: 'Callirrhoe',
  nova: 'Leda',
  onyx: 'Algenib',
  sage: 'Sulafat',
  shimmer: 'Despina',
  verse: 'Achird',
});
/** From this version on, style and text are separate fields; older models get both in one text. */
const STYLED_FROM = 3.8;

/**
 * `/v1/audio/speech` for Gemini speech models (https://ai.google.dev/gemini-api/docs/speech-generation). They return raw
 * samples or WAV, which are converted to the requested one of the two; other formats are not supported. The default is WAV.
 */
export const speech: OperationCodec = {
  json: true,
  request,
  answer,
};

/** @throws ApiError 400 for models and parameters that are not supported */
function request({ fields, stream }: OperationRequest, target: Target): UpstreamCall {
  if (!/-tts\b/.test(target.model)) throw notSupported('not supported model for speech');
  if (stream) throw notSupported('stream_format sse: not supported by this model');
  const format = fields.response_format ?? 'wav';
  if (format !== 'wav' && format !== 'pcm')
    throw notSupported(`response_format ${text(format)}: this model gives wav and pcm`);
  if (fields.speed !== undefined && fields.speed !== 1)
    throw notSupported('speed: this model takes the speed from its instructions');
  const requested = text(fields.voice) || text(record(fields.voice).id);
  const voice = FOR_OPENAI[requested.toLowerCase()] ?? requested;
  const body = {
    contents: [{ role: 'user', parts: [spoken(fields, target.model)] }],
    generationConfig: {
      responseModalities: ['AUDIO'],
      ...(voice !== '' && { speechConfig: { voiceConfig: { prebuiltVoiceConfig: { voiceName: voice } } } }),
    },
    ...target.override,
  };
  return googleCall(target, 'generateContent', Buffer.from(JSON.stringify(body)));
}

function spoken({ input, instructions }: UnknownRecord, model: string): object {
  const style = text(instructions);
  if (style === '') return { text: input };
  const version = Number(/gemini-(\d+(?:\.\d+)?)/.exec(model)?.[1] ?? 0);
  if (version >= STYLED_FROM) return { text: input, speechMetadata: { style } };
  return { text: `${style}\n\n${text(input)}` };
}

function answer(body: unknown, { fields }: OperationRequest): OperationAnswer {
  const failure = innerError(body);
  if (failure) throw new UpstreamError(failure);
  const { candidates, usageMetadata } = record(body);
  const parts = list(candidates).flatMap((one) => list(record(record(one).content).parts).map(record));
  const pieces = parts.map(({ inlineData }) => record(inlineData)).filter(({ data }) => text(data) !== '');
  const [first] = pieces;
  if (!first) throw new UpstreamError(invalidResponse('the answer has no sound'));
  const bytes = Buffer.concat(pieces.map(({ data }) => Buffer.from(text(data), 'base64')));
  const audio = audioOf(bytes, rateOf(text(first.mimeType)));
  if (!audio) throw new UpstreamError(invalidResponse('the sound of the answer cannot be read'));
  const media =
    fields.response_format === 'pcm'
      ? { contentType: 'audio/pcm', bytes: audio.samples }
      : { contentType: 'audio/wav', bytes: asWav(audio) };
  return { usage: audioUsage(usageMetadata), media };
}

/** Sample rate from a type such as `audio/L16;codec=pcm;rate=24000`. */
function rateOf(mimeType: string): number {
  return Number(/\brate=(\d+)/.exec(mimeType)?.[1] ?? USUAL_RATE);
}

/** All output tokens count as audio, even if their modality is not reported. */
function audioUsage(metadata: unknown): Usage | undefined {
  const reported = readUsage(metadata);
  if (!reported) return undefined;
  const { output = 0, more, ...rest } = reported;
  return { ...noUsage(), ...rest, more: { ...more, audioOutput: (more?.audioOutput ?? 0) + output } };
}
