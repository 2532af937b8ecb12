import { UpstreamError } from '../../canonical/failure.js';
import { isRecord, list, numeric, record, text, type UnknownRecord } from '../../json/lenient.js';
import { newForm } from '../../operations/form-body.js';
import type { OperationRequest } from '../../operations/operation.js';
import { innerError } from '../../kit/openai/errors.js';
import { invalidResponse } from '../../kit/provider-error.js';
import { transcriptAnswer } from '../../kit/audio/transcript.js';
import { keyterms, transcriptRequest } from '../../kit/audio/transcript-request.js';
import type { TranscriptWord } from '../../kit/audio/transcript-segments.js';
import type { OperationAnswer, OperationCodec, Target, UpstreamCall } from '../../kit/provider.js';
import { speechHeaders, transcriptionUrl } from './address.js';

const MAX_SPEAKERS = 10;
const TERM_WORDS = 6;
const TERMS = 300;

/** `/v1/audio/transcriptions`: https://learn.microsoft.com/azure/ai-services/speech-service/fast-transcription-create */
export const transcription: OperationCodec = { json: true, request, answer };

function request(operation: OperationRequest, target: Target): UpstreamCall {
  const requested = transcriptRequest(operation);
  const phrases = keyterms(requested, TERM_WORDS, TERMS);
  const definition = {
    // Without a locale, the multilingual model detects the language.
    ...(requested.language !== '' && { locales: [localeOf(requested.language)] }),
    // OpenAI's transcripts contain what was said.
    profanityFilterMode: 'None',
    ...(requested.speakers && { diarization: { enabled: true, maxSpeakers: MAX_SPEAKERS } }),
    ...(phrases.length > 0 && { phraseList: { phrases } }),
    ...target.override,
  };
  const { contentType, length, body, streamed } = newForm(
    requested.form,
    [['definition', JSON.stringify(definition)]],
    'audio',
    requested.file,
  );
  return {
    method: 'POST',
    url: transcriptionUrl(target),
    headers: {
      ...speechHeaders(target),
      'content-type': contentType,
      'content-length': String(length),
      accept: 'application/json',
    },
    body,
    streamed,
  };
}

/** Azure requires a region (`en-US`); a language alone gets its most common one. */
function localeOf(language: string): string {
  try {
    const locale = new Intl.Locale(language.replaceAll('_', '-'));
    const region = locale.region ?? locale.maximize().region;
    return region === undefined ? language : `${locale.language}-${region}`;
  } catch {
    return language;
  }
}

/** @throws UpstreamError for an error inside a 200 response, or one without a transcript */
function answer(body: unknown, operation: OperationRequest): OperationAnswer {
  const whole = record(body);
  const failure = innerError(whole);
  if (failure) throw new UpstreamError(failure);
  const { combinedPhrases, durationMilliseconds: duration } = whole;
  if (!Array.isArray(combinedPhrases)) throw new UpstreamError(invalidResponse('the answer holds no text'));
  const phrases = list(whole.phrases).filter(isRecord);
  return transcriptAnswer(
    {
      text: list(combinedPhrases)
        .map((one) => text(record(one).text))
        .join('\n'),
      words: phrases.flatMap(wordsOf),
      duration: typeof duration === 'number' && duration > 0 ? duration / 1000 : undefined,
      language: text(phrases[0]?.locale) || text(operation.fields.language),
    },
    operation,
  );
}

/** The words of a phrase; the phrase itself if it has none. */
function wordsOf(phrase: UnknownRecord): TranscriptWord[] {
  const { speaker } = phrase;
  const words = list(phrase.words).filter(isRecord);
  return (words.length > 0 ? words : [phrase]).map((word) => {
    const start = numeric(word.offsetMilliseconds) || 0;
    return {
      text: text(word.text),
      start: start / 1000,
      end: (start + (numeric(word.durationMilliseconds) || 0)) / 1000,
      ...(typeof speaker === 'number' && { speaker: String(speaker) }),
    };
  });
}
