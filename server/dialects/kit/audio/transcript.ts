import { audioTokens } from '../../canonical/media/audio.js';
import { noUsage, type Usage } from '../../canonical/usage.js';
import { count } from '../../json/lenient.js';
import type { OperationRequest } from '../../operations/operation.js';
import type { OperationAnswer } from '../provider.js';
import { transcriptOutput, type TranscriptOutput } from './transcript-request.js';
import { segmentsOf, type TranscriptSegment, type TranscriptWord } from './transcript-segments.js';

/** A transcript of any provider. */
export interface Transcript {
  readonly text: string;
  /** Without words, the transcript is one segment. */
  readonly words: readonly TranscriptWord[];
  /** Length of the audio in seconds; undefined if the provider does not report it. */
  readonly duration: number | undefined;
  /** Code of the spoken language (`en`, `eng`, `en_us`, `en-US`); '' if the provider does not report it. */
  readonly language: string;
}

/**
 * The transcript in the format that the client requested. Its duration is charged; without a plausible one, the estimate.
 */
export function transcriptAnswer(transcription: Transcript, request: OperationRequest): OperationAnswer {
  const duration =
    transcription.duration && count(transcription.duration) !== undefined
      ? transcription.duration
      : undefined;
  const transcript = { ...transcription, duration };
  const usage = usageOf(duration, request.audioTokensPerMinute);
  const output = transcriptOutput(request);
  switch (output.format) {
    case 'text':
      return { usage, media: plain('text/plain', `${transcript.text}\n`) };
    case 'srt':
      return { usage, media: plain('text/plain', srt(segmentsIn(transcript))) };
    case 'vtt':
      return { usage, media: plain('text/vtt', vtt(segmentsIn(transcript))) };
    case 'verbose_json':
      return { usage, body: verbose(transcript, output) };
    case 'diarized_json':
      return { usage, body: diarized(transcript) };
    case 'json':
      return { usage, body: { text: transcript.text, ...reportedUsage(duration) } };
  }
}

function usageOf(seconds: number | undefined, perMinute: number | undefined): Usage | undefined {
  return seconds ? { ...noUsage(), input: audioTokens(seconds, perMinute) } : undefined;
}

/** OpenAI reports whole seconds. */
function reportedUsage(duration: number | undefined): object {
  return duration ? { usage: { type: 'duration', seconds: Math.ceil(duration) } } : {};
}

function segmentsIn({ text, words, duration }: Transcript): TranscriptSegment[] {
  if (words.length > 0) return segmentsOf(text, words);
  return text === '' ? [] : [{ text, start: 0, end: duration ?? 0 }];
}

/** https://platform.openai.com/docs/api-reference/audio/verbose-json-object */
function verbose(transcript: Transcript, output: TranscriptOutput): object {
  const { text, words, duration, language } = transcript;
  const segments = segmentsIn(transcript);
  return {
    task: 'transcribe',
    language: languageName(language),
    duration: duration ?? segments.at(-1)?.end ?? 0,
    text,
    ...(output.segments && { segments: segments.map(verboseSegment) }),
    ...(output.words && { words: words.map(({ text: word, start, end }) => ({ word, start, end })) }),
    ...reportedUsage(duration),
  };
}

/** Figures of Whisper's decoder, which clients expect, have the values of a reliable segment. */
function verboseSegment({ text, start, end }: TranscriptSegment, id: number): object {
  const decoder = { tokens: [], temperature: 0, avg_logprob: 0, compression_ratio: 1, no_speech_prob: 0 };
  return { id, seek: 0, start, end, text, ...decoder };
}

/** https://platform.openai.com/docs/guides/speech-to-text#speaker-diarization: speakers are called A, B, C, … */
function diarized(transcript: Transcript): object {
  const labels = new Map<string, string>();
  const segments = segmentsIn(transcript).map(({ text, start, end, speaker = '' }, index) => {
    let label = labels.get(speaker);
    if (label === undefined) labels.set(speaker, (label = letters(labels.size)));
    return { type: 'transcript.text.segment', id: `seg_${index}`, start, end, text, speaker: label };
  });
  const { text, duration } = transcript;
  return {
    task: 'transcribe',
    duration: duration ?? segments.at(-1)?.end ?? 0,
    text,
    segments,
    ...reportedUsage(duration),
  };
}

/** A, B, …, Z, AA, AB, … */
function letters(index: number): string {
  const last = String.fromCharCode(65 + (index % 26));
  return index < 26 ? last : letters(Math.floor(index / 26) - 1) + last;
}

const names = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'code' });

/** English name in lower case, as OpenAI reports it (`english`); the code if it is not known. */
function languageName(code: string): string {
  const [base = ''] = code.split(/[-_]/);
  if (!/^[A-Za-z]{2,3}$/.test(base)) return code;
  return (names.of(base) ?? base).toLowerCase();
}

function srt(segments: readonly TranscriptSegment[]): string {
  return segments
    .map(({ text, start, end }, index) => `${index + 1}\n${span(start, end, ',')}\n${cueText(text)}\n\n`)
    .join('');
}

function vtt(segments: readonly TranscriptSegment[]): string {
  return `WEBVTT\n\n${segments.map(({ text, start, end }) => `${span(start, end, '.')}\n${cueText(text)}\n\n`).join('')}`;
}

/** An empty line would end the cue, and an arrow would begin another one. */
function cueText(text: string): string {
  return text
    .trim()
    .replaceAll(/\s*[\r\n]\s*/g, '\n')
    .replaceAll('-->', '->');
}

function span(start: number, end: number, point: ',' | '.'): string {
  return `${clock(start, point)} --> ${clock(end, point)}`;
}

/** `01:02:03,004` */
function clock(seconds: number, point: string): string {
  const milliseconds = Math.round(seconds * 1000);
  const part = (size: number, modulus: number) =>
    String(Math.floor(milliseconds / size) % modulus).padStart(2, '0');
  const hours = String(Math.floor(milliseconds / 3_600_000)).padStart(2, '0');
  const rest = String(milliseconds % 1000).padStart(3, '0');
  return `${hours}:${part(60_000, 60)}:${part(1000, 60)}${point}${rest}`;
}

function plain(type: string, content: string): { contentType: string; bytes: Buffer } {
  return { contentType: `${type}; charset=utf-8`, bytes: Buffer.from(content) };
}
