import { ApiError } from '../../../contract/errors/api-error.js';
import { list, text } from '../../json/lenient.js';
import { formFile, formValues, type Form, type FormPart } from '../../operations/form.js';
import { notSupported, type OperationRequest } from '../../operations/operation.js';

/** `response_format` of OpenAI's transcriptions. */
export type TranscriptFormat = 'json' | 'text' | 'srt' | 'vtt' | 'verbose_json' | 'diarized_json';

const FORMATS = ['json', 'text', 'srt', 'vtt', 'verbose_json', 'diarized_json'];

/**
 * OpenAI's request for a transcription (https://platform.openai.com/docs/api-reference/audio/createTranscription), for
 * providers with a format of their own.
 */
export interface TranscriptRequest {
  readonly form: Form;
  readonly file: FormPart;
  /** Language code as the client sent it; '' lets the provider detect it. */
  readonly language: string;
  readonly prompt: string;
  /** Speakers are requested, by the format or by the field `diarize` that most providers have. */
  readonly speakers: boolean;
}

/** How the client wants a transcript. */
export interface TranscriptOutput {
  readonly format: TranscriptFormat;
  readonly words: boolean;
  readonly segments: boolean;
}

/**
 * @throws ApiError convert_request_failed for a stream, an unknown format, probabilities of tokens, and samples of the
 * speakers' voices, which only OpenAI's own models support
 */
export function transcriptRequest(request: OperationRequest): TranscriptRequest {
  const { form, fields, stream } = request;
  const file = form && formFile(form, 'file');
  if (!form || !file) throw notSupported('file is required');
  if (stream) throw notSupported('stream: not supported by this model');
  if (formValues(form, 'include').includes('logprobs'))
    throw new ApiError('unsupported_parameter', { detail: 'include logprobs: not supported by this model' });
  if (formValues(form, 'known_speaker_names').length > 0)
    throw new ApiError('unsupported_parameter', {
      detail: 'known_speaker_names: not supported by this model',
    });
  const { format } = transcriptOutput(request);
  return {
    form,
    file,
    language: text(fields.language).trim(),
    prompt: text(fields.prompt).trim(),
    speakers: format === 'diarized_json' || fields.diarize === 'true',
  };
}

/** @throws ApiError convert_request_failed for an unknown format */
export function transcriptOutput({ form, fields }: OperationRequest): TranscriptOutput {
  const format = text(fields.response_format) || 'json';
  if (!isFormat(format)) throw notSupported(`response_format ${format}: not supported by this model`);
  const granularities = form ? formValues(form, 'timestamp_granularities') : [];
  return {
    format,
    words: granularities.includes('word'),
    segments: granularities.length === 0 || granularities.includes('segment'),
  };
}

function isFormat(format: string): format is TranscriptFormat {
  return FORMATS.includes(format);
}

/**
 * Terms that the transcript is likely to contain: the repeated field `keyterms`, else a prompt that is a list of short terms.
 * A prompt of sentences contains none.
 * @param maxWords most words of a term
 * @param maxTerms most terms; further ones are left out
 */
export function keyterms({ form, prompt }: TranscriptRequest, maxWords: number, maxTerms: number): string[] {
  const fromForm = trimmed(formValues(form, 'keyterms').flatMap((value) => fromJson(value) ?? [value]));
  const listed = trimmed(prompt.split(/[,;，；、\n]/));
  const terms =
    fromForm.length > 0 || !listed.every((term) => isTerm(term, MAX_LISTED_WORDS)) ? fromForm : listed;
  return terms.filter((term) => isTerm(term, maxWords)).slice(0, maxTerms);
}

/** Characters of a term; longer texts are sentences. */
const MAX_TERM_LENGTH = 50;
/** Words of a term in a prompt; longer parts of it belong to a sentence. */
const MAX_LISTED_WORDS = 3;

function isTerm(term: string, maxWords: number): boolean {
  return term.length <= MAX_TERM_LENGTH && term.split(/\s+/).length <= maxWords;
}

function trimmed(terms: readonly string[]): string[] {
  return terms.map((term) => term.trim()).filter((term) => term !== '');
}

/** Strings of a JSON array; undefined if the value is none. */
function fromJson(value: string): string[] | undefined {
  if (!value.startsWith('[')) return undefined;
  try {
    return list(JSON.parse(value)).map(text);
  } catch {
    return undefined;
  }
}
