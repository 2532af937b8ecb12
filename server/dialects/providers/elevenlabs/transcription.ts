import { UpstreamError } from '../../canonical/failure.js';
import type { Usage } from '../../canonical/usage.js';
import { list, numeric, record, text, type UnknownRecord } from '../../json/lenient.js';
import { newForm } from '../../operations/form-body.js';
import type { OperationRequest } from '../../operations/operation.js';
import { isOn, refusePaidOptions, withPaidOptions } from '../../kit/audio/paid-options.js';
import { invalidResponse } from '../../kit/provider-error.js';
import { transcriptAnswer } from '../../kit/audio/transcript.js';
import { keyterms, transcriptRequest } from '../../kit/audio/transcript-request.js';
import type { TranscriptWord } from '../../kit/audio/transcript-segments.js';
import type { EstimateTarget, OperationCodec, Target, UpstreamCall } from '../../kit/provider.js';
import { innerError } from './errors.js';

/** Limits of key terms: https://elevenlabs.io/docs/capabilities/speech-to-text#keyterm-prompting */
const TERM_WORDS = 5;
const TERMS = 100;
/** Models without key terms. */
const FIRST_VERSION = /^scribe_v1/;
/** Paid options whose results are not part of OpenAI's transcripts; each channel of audio is billed. */
const UNPRICED_OPTIONS = [
  'entity_detection',
  'entity_redaction',
  'detect_speaker_roles',
  'use_multi_channel',
];

/** `/v1/audio/transcriptions`: https://elevenlabs.io/docs/api-reference/speech-to-text/convert */
export const transcription: OperationCodec = {
  json: true,
  request,
  estimate,
  answer(body, operation) {
    const answer = record(body);
    const failure = innerError(answer);
    if (failure) throw new UpstreamError(failure);
    if (typeof answer.text !== 'string') throw new UpstreamError(invalidResponse('the answer holds no text'));
    const { audio_duration_secs: duration } = answer;
    return transcriptAnswer(
      {
        text: answer.text,
        words: wordsOf(answer),
        duration: typeof duration === 'number' && duration > 0 ? duration : undefined,
        language: text(answer.language_code),
      },
      operation,
    );
  },
};

function request(operation: OperationRequest, target: Target): UpstreamCall {
  refusePaidOptions(operation, UNPRICED_OPTIONS, target.override);
  const requested = transcriptRequest(operation);
  const { fields } = operation;
  const terms = termsOf(operation, target.model);
  const override = Object.entries(target.override ?? {}).map(
    ([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)] as const,
  );
  const { contentType, length, body, streamed } = newForm(
    requested.form,
    [
      ['model_id', target.model],
      ['language_code', requested.language],
      ['temperature', text(fields.temperature)],
      ['seed', text(fields.seed)],
      ['diarize', requested.speakers ? 'true' : ''],
      ['num_speakers', text(fields.num_speakers)],
      // OpenAI's transcripts contain words only.
      ['tag_audio_events', text(fields.tag_audio_events) || 'false'],
      ...terms.map((term) => ['keyterms', term] as const),
      ...override,
    ],
    'file',
    requested.file,
  );
  return {
    method: 'POST',
    url: `${target.baseUrl}/v1/speech-to-text`,
    headers: {
      'xi-api-key': target.key,
      'content-type': contentType,
      'content-length': String(length),
      accept: 'application/json',
    },
    body,
    streamed,
  };
}

function termsOf(operation: OperationRequest, model: string): readonly string[] {
  return FIRST_VERSION.test(model) ? [] : keyterms(transcriptRequest(operation), TERM_WORDS, TERMS);
}

/** USD per hour of key terms, relative to that of the models: https://elevenlabs.io/pricing/api. Speakers cost nothing. */
function estimate(operation: OperationRequest, { model, override }: EstimateTarget): Usage {
  const hasTerms = termsOf(operation, model).length > 0 || isOn(override?.keyterms);
  return withPaidOptions(operation.estimate, { keyterms: hasTerms ? 0.05 / 0.22 : undefined });
}

function wordsOf({ words }: UnknownRecord): TranscriptWord[] {
  return list(words)
    .map(record)
    .filter(
      ({ type, start, end }) => type !== 'spacing' && typeof start === 'number' && typeof end === 'number',
    )
    .map((word) => ({
      text: text(word.text),
      start: numeric(word.start),
      end: numeric(word.end),
      ...(text(word.speaker_id) !== '' && { speaker: text(word.speaker_id) }),
    }));
}
