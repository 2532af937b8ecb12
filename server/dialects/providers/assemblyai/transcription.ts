import { UpstreamError } from '../../canonical/failure.js';
import type { Usage } from '../../canonical/usage.js';
import { list, numeric, record, text, type UnknownRecord } from '../../json/lenient.js';
import { joined } from '../../operations/form-body.js';
import type { OperationRequest } from '../../operations/operation.js';
import { invalidResponse } from '../../kit/provider-error.js';
import { transcriptAnswer } from '../../kit/audio/transcript.js';
import { isOn, refusePaidOptions, withPaidOptions } from '../../kit/audio/paid-options.js';
import { keyterms, transcriptRequest } from '../../kit/audio/transcript-request.js';
import type { TranscriptWord } from '../../kit/audio/transcript-segments.js';
import type {
  EstimateTarget,
  OperationAnswer,
  OperationCodec,
  Target,
  UpstreamCall,
} from '../../kit/provider.js';
import { transcriptFailure } from './errors.js';

/** Models that follow instructions in `prompt`. */
const TAKES_PROMPT = /^universal-3/;
/** Transcribes the languages that the models above do not support. */
const ALL_LANGUAGES = 'universal-2';
/** https://www.assemblyai.com/docs/pre-recorded-audio/keyterms-prompting */
const TERM_WORDS = 6;
const TERMS = 200;
/** Switches of AssemblyAI's request that clients may set besides OpenAI's fields. */
const SWITCHES = ['punctuate', 'format_text', 'disfluencies', 'filter_profanity'];
/**
 * Options whose results are not part of OpenAI's transcripts (https://www.assemblyai.com/pricing). Those with a price here:
 * USD per hour of speakers, key terms or instructions (included in Universal-2), and filtering of profanity.
 */
const UNPRICED_OPTIONS = [
  'sentiment_analysis',
  'entity_detection',
  'auto_chapters',
  'auto_highlights',
  'summarization',
  'iab_categories',
  'content_safety',
  'redact_pii',
  'redact_pii_audio',
  'speech_understanding',
  'multichannel',
  'domain',
];
const FIRST_POLL_MS = 1000;
const MAX_POLL_MS = 5000;

/**
 * `/v1/audio/transcriptions`: the file is uploaded, its transcription is ordered, and asked for until it is complete
 * (https://www.assemblyai.com/docs/api-reference/transcripts/submit).
 */
export const transcription: OperationCodec = { json: true, request, estimate, answer };

function request(operation: OperationRequest, target: Target): UpstreamCall {
  refusePaidOptions(operation, UNPRICED_OPTIONS, target.override);
  const { form, file } = transcriptRequest(operation);
  const { length, body, streamed } = joined(form.bytes, [{ from: file.start, to: file.end }]);
  const parameters = { ...parametersOf(operation, target.model), ...target.override };
  return {
    method: 'POST',
    url: `${target.baseUrl}/v2/upload`,
    headers: {
      authorization: target.key,
      'content-type': 'application/octet-stream',
      'content-length': String(length),
      accept: 'application/json',
    },
    body,
    streamed,
    next: (uploaded) => order(text(record(uploaded).upload_url), parameters, target),
  };
}

function parametersOf(operation: OperationRequest, model: string): UnknownRecord {
  const requested = transcriptRequest(operation);
  const { fields } = operation;
  const { language, prompt, speakers } = requested;
  const terms = keyterms(requested, TERM_WORDS, TERMS);
  const followsPrompt = TAKES_PROMPT.test(model);
  const temperature = text(fields.temperature);
  const speakersExpected = Number(text(fields.speakers_expected));
  const switches = SWITCHES.filter((name) => ['true', 'false'].includes(text(fields[name])));
  return {
    speech_models: followsPrompt ? [model, ALL_LANGUAGES] : [model],
    ...(language === '' ? { language_detection: true } : { language_code: languageCode(language) }),
    ...(speakers && { speaker_labels: true }),
    ...(speakersExpected > 0 && { speakers_expected: speakersExpected }),
    ...(terms.length > 0 && { keyterms_prompt: terms }),
    ...(terms.length === 0 && followsPrompt && prompt !== '' && { prompt }),
    ...(followsPrompt && temperature !== '' && { temperature: Number(temperature) }),
    ...Object.fromEntries(switches.map((name) => [name, fields[name] === 'true'])),
  };
}

function estimate(operation: OperationRequest, { model, override }: EstimateTarget): Usage {
  const sent: UnknownRecord = { ...parametersOf(operation, model), ...override };
  const hasPrice = TAKES_PROMPT.test(model);
  const perHour = hasPrice ? 0.21 : 0.15;
  const isPrompted = list(sent.keyterms_prompt).length > 0 || isOn(sent.prompt);
  return withPaidOptions(operation.estimate, {
    speakers: isOn(sent.speaker_labels) ? 0.02 / perHour : undefined,
    prompt: hasPrice && isPrompted ? 0.05 / perHour : undefined,
    profanity_filter: isOn(sent.filter_profanity) ? 0.01 / perHour : undefined,
  });
}

/** `en-US` is `en_us`. */
function languageCode(language: string): string {
  return language.toLowerCase().replaceAll('-', '_');
}

function order(audio: string, parameters: UnknownRecord, target: Target): UpstreamCall {
  if (audio === '') throw new UpstreamError(invalidResponse('the upload has no address'));
  return {
    method: 'POST',
    url: `${target.baseUrl}/v2/transcript`,
    headers: {
      authorization: target.key,
      'content-type': 'application/json',
      accept: 'application/json',
    },
    body: Buffer.from(JSON.stringify({ audio_url: audio, ...parameters })),
    waitMs: 0,
    next: (ordered) => poll(record(ordered), target, FIRST_POLL_MS),
  };
}

/**
 * The call that asks for the transcript again; undefined if it is complete.
 * @throws UpstreamError if the transcription failed
 */
function poll(transcript: UnknownRecord, target: Target, waitMs: number): UpstreamCall | undefined {
  const { status, id } = transcript;
  if (status === 'completed') return undefined;
  if (status === 'error') throw new UpstreamError(transcriptFailure(transcript));
  if (typeof id !== 'string' || id === '')
    throw new UpstreamError(invalidResponse('the transcription has no id'));
  return {
    method: 'GET',
    url: `${target.baseUrl}/v2/transcript/${encodeURIComponent(id)}`,
    headers: { authorization: target.key, accept: 'application/json' },
    waitMs,
    workBegun: true,
    next: (body) => poll(record(body), target, Math.min(waitMs + 500, MAX_POLL_MS)),
  };
}

/** @throws UpstreamError for a transcription that failed or is not complete */
function answer(body: unknown, operation: OperationRequest): OperationAnswer {
  const transcript = record(body);
  const { status, audio_duration: duration } = transcript;
  if (status === 'error') throw new UpstreamError(transcriptFailure(transcript));
  if (status !== 'completed') throw new UpstreamError(invalidResponse('the transcript is not complete'));
  return transcriptAnswer(
    {
      // Null if there is no speech.
      text: text(transcript.text),
      words: list(transcript.words).map(record).map(wordOf),
      duration: typeof duration === 'number' && duration > 0 ? duration : undefined,
      language: text(transcript.language_code),
    },
    operation,
  );
}

/** Times are in milliseconds. */
function wordOf({ text: word, start, end, speaker }: UnknownRecord): TranscriptWord {
  return {
    text: text(word),
    start: (numeric(start) || 0) / 1000,
    end: (numeric(end) || 0) / 1000,
    ...(text(speaker) !== '' && { speaker: text(speaker) }),
  };
}
