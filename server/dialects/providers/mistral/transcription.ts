import { UpstreamError } from '../../canonical/failure.js';
import { list, numeric, record, text, type UnknownRecord } from '../../json/lenient.js';
import { newForm } from '../../operations/form-body.js';
import type { OperationRequest } from '../../operations/operation.js';
import { bearerHeaders } from '../../kit/openai/address.js';
import { transcriptUsage } from '../../kit/openai/operations/audio-usage.js';
import { parsedAnswer } from '../../kit/openai/operations/operations.js';
import { invalidResponse } from '../../kit/provider-error.js';
import { transcriptAnswer } from '../../kit/audio/transcript.js';
import { keyterms, transcriptOutput, transcriptRequest } from '../../kit/audio/transcript-request.js';
import type { TranscriptWord } from '../../kit/audio/transcript-segments.js';
import type { OperationAnswer, OperationCodec, Target, UpstreamCall } from '../../kit/provider.js';

/** Terms that the transcript is likely to contain are single words; spaces become underscores. */
const TERM_WORDS = 5;
const TERMS = 100;
/** Formats of OpenAI's API that need the times of the words. */
const TIMED = new Set(['srt', 'vtt', 'verbose_json', 'diarized_json']);

/**
 * `/v1/audio/transcriptions`: https://docs.mistral.ai/api/endpoint/audio/transcriptions. It has the path of OpenAI's API and
 * fields of its own, and answers in one format.
 */
export const transcription: OperationCodec = { json: true, request, answer };

function request(operation: OperationRequest, target: Target): UpstreamCall {
  const requested = transcriptRequest(operation);
  const { format, words } = transcriptOutput(operation);
  const isTimed = TIMED.has(format) || words || requested.speakers;
  const override = Object.entries(target.override ?? {}).map(
    ([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)] as const,
  );
  const { contentType, length, body, streamed } = newForm(
    requested.form,
    [
      ['model', target.model],
      // The API does not accept a language together with times.
      ['language', isTimed ? '' : requested.language],
      ['temperature', text(operation.fields.temperature)],
      ['timestamp_granularities', isTimed ? 'word' : ''],
      ['diarize', requested.speakers ? 'true' : ''],
      ...keyterms(requested, TERM_WORDS, TERMS).map(
        (term) => ['context_bias', term.replaceAll(/[\s,]+/g, '_')] as const,
      ),
      ...override,
    ],
    'file',
    requested.file,
  );
  return {
    method: 'POST',
    url: `${target.baseUrl}/v1/audio/transcriptions`,
    headers: {
      ...bearerHeaders(target),
      'content-type': contentType,
      'content-length': String(length),
      accept: 'application/json',
    },
    body,
    streamed,
  };
}

function answer(body: unknown, operation: OperationRequest): OperationAnswer {
  const parsed = parsedAnswer(body);
  if (typeof parsed.text !== 'string') throw new UpstreamError(invalidResponse('the answer holds no text'));
  const seconds = numeric(record(parsed.usage).prompt_audio_seconds);
  const made = transcriptAnswer(
    {
      text: parsed.text,
      words: list(parsed.segments).map(record).map(wordOf),
      duration: seconds > 0 ? seconds : undefined,
      language: text(parsed.language),
    },
    operation,
  );
  return { ...made, usage: transcriptUsage(parsed, operation.audioTokensPerMinute) ?? made.usage };
}

function wordOf({ text: word, start, end, speaker_id: speaker }: UnknownRecord): TranscriptWord {
  return {
    text: text(word).trim(),
    start: numeric(start) || 0,
    end: numeric(end) || 0,
    ...(text(speaker) !== '' && { speaker: text(speaker) }),
  };
}
