import { estimateTokens } from '../../canonical/estimate.js';
import { UpstreamError } from '../../canonical/failure.js';
import type { Usage } from '../../canonical/usage.js';
import { list, numeric, record, text } from '../../json/lenient.js';
import { fileType } from '../../operations/form.js';
import { joined } from '../../operations/form-body.js';
import type { OperationRequest } from '../../operations/operation.js';
import { invalidResponse } from '../../kit/provider-error.js';
import { isOn, refusePaidOptions, withPaidOptions } from '../../kit/audio/paid-options.js';
import { transcriptAnswer } from '../../kit/audio/transcript.js';
import { keyterms, transcriptRequest } from '../../kit/audio/transcript-request.js';
import type { TranscriptWord } from '../../kit/audio/transcript-segments.js';
import type {
  EstimateTarget,
  OperationAnswer,
  OperationCodec,
  Target,
  UpstreamCall,
} from '../../kit/provider.js';
import { modelCall } from './address.js';
import { innerError } from './errors.js';

/** https://developers.deepgram.com/docs/keyterm: Nova-3 and Flux only. At most 500 tokens in all. */
const HAS_KEYTERMS = /^(nova-3|flux)/;
const TERM_WORDS = 6;
const TERMS = 100;
const TERM_TOKENS = 500;

/** Parameters that clients may set besides those of OpenAI. */
const OWN_PARAMETERS = [
  'smart_format',
  'punctuate',
  'numerals',
  'profanity_filter',
  'filler_words',
  'dictation',
  'measurements',
  'redact',
  'version',
];

/**
 * USD per minute of the paid options, relative to that of the models: https://deepgram.com/pricing, pay as you go,
 * pre-recorded audio.
 */
const MULTILINGUAL = /^(nova-3|flux)/;
/** Intelligence is priced by tokens of its results, and each channel of audio as a request of its own. */
const UNPRICED_OPTIONS = [
  'summarize',
  'topics',
  'detect_topics',
  'intents',
  'sentiment',
  'detect_entities',
  'multichannel',
];

/** `/v1/audio/transcriptions`: https://developers.deepgram.com/reference/speech-to-text/listen-pre-recorded */
export const transcription: OperationCodec = { json: true, request, estimate, answer };

function request(operation: OperationRequest, target: Target): UpstreamCall {
  refusePaidOptions(operation, UNPRICED_OPTIONS, target.override);
  const { form, file } = transcriptRequest(operation);
  const { length, body, streamed } = joined(form.bytes, [{ from: file.start, to: file.end }]);
  // JSON would be read as the address of a file.
  const detected = fileType(file);
  const type = /^(?:audio|video)\//.test(detected) ? detected : 'application/octet-stream';
  const call = modelCall(target, '/v1/listen', parametersOf(operation, target.model), type, {
    body,
    streamed,
  });
  call.headers['content-length'] = String(length);
  return call;
}

function parametersOf(
  operation: OperationRequest,
  model: string,
): (readonly [name: string, value: string])[] {
  const requested = transcriptRequest(operation);
  const { fields } = operation;
  const { language } = requested;
  const terms = HAS_KEYTERMS.test(model) ? firstTerms(keyterms(requested, TERM_WORDS, TERMS)) : [];
  return [
    ['model', model],
    language === '' ? ['detect_language', 'true'] : ['language', language],
    ['smart_format', fields.smart_format === undefined ? 'true' : ''],
    ['diarize', requested.speakers ? 'true' : ''],
    ...terms.map((term) => ['keyterm', term] as const),
    ...OWN_PARAMETERS.map((name) => [name, text(fields[name])] as const),
  ];
}

function estimate(operation: OperationRequest, { model, override }: EstimateTarget): Usage {
  const parameters = parametersOf(operation, model);
  const isSent = (name: string) =>
    override?.[name] === undefined
      ? parameters.some(([sent, value]) => sent === name && isOn(value))
      : isOn(override[name]);
  const perMinute = MULTILINGUAL.test(model) ? 0.0052 : 0.0043;
  return withPaidOptions(operation.estimate, {
    speakers: isSent('diarize') ? 0.002 / perMinute : undefined,
    redaction: isSent('redact') ? 0.002 / perMinute : undefined,
    keyterms: isSent('keyterm') ? 0.0013 / perMinute : undefined,
  });
}

/** The terms that are within the limit of tokens, by an estimate. */
function firstTerms(terms: readonly string[]): readonly string[] {
  let tokens = 0;
  return terms.filter((term) => (tokens += estimateTokens(term)) <= TERM_TOKENS);
}

/** @throws UpstreamError for an error inside a 200 response, or one without a transcript */
function answer(body: unknown, operation: OperationRequest): OperationAnswer {
  const whole = record(body);
  const failure = innerError(whole);
  if (failure) throw new UpstreamError(failure);
  const channel = record(list(record(whole.results).channels)[0]);
  const alternative = record(list(channel.alternatives)[0]);
  const { transcript } = alternative;
  if (typeof transcript !== 'string') throw new UpstreamError(invalidResponse('the answer holds no text'));
  const { duration } = record(whole.metadata);
  return transcriptAnswer(
    {
      text: transcript,
      words: list(alternative.words).map(record).map(wordOf),
      duration: typeof duration === 'number' && duration > 0 ? duration : undefined,
      language: text(channel.detected_language) || text(operation.fields.language),
    },
    operation,
  );
}

function wordOf(word: Readonly<Record<string, unknown>>): TranscriptWord {
  const { speaker } = word;
  return {
    text: text(word.punctuated_word) || text(word.word),
    start: numeric(word.start) || 0,
    end: numeric(word.end) || 0,
    ...(typeof speaker === 'number' && { speaker: String(speaker) }),
  };
}
