import { audioTokens } from '../../../canonical/media/audio.js';
import { noUsage, withUnread, type Usage } from '../../../canonical/usage.js';
import { isRecord, numeric, type UnknownRecord } from '../../../json/lenient.js';
import type { TokenCounts } from '../../facts/declared-facts.js';
import { openaiFacts } from '../default-facts.js';
import { inputOf } from '../token-counts.js';

const members = openaiFacts.usage;
const unreadOf = members.unreadOfMedia('seconds');

/**
 * Usage of a transcript, by tokens or by the duration of the audio; undefined if neither is reported.
 * https://platform.openai.com/docs/api-reference/audio
 * @param perMinute tokens charged per minute of audio
 */
export function transcriptUsage(answer: UnknownRecord, perMinute?: number): Usage | undefined {
  return withUnread(transcriptionUsage(answer, perMinute), unreadOf(answer.usage));
}

function transcriptionUsage(answer: UnknownRecord, perMinute: number | undefined): Usage | undefined {
  const { usage } = answer;
  if (isRecord(usage) && usage.type === 'tokens') return tokensOf(members.counts(usage), 'input');
  const counted =
    isRecord(usage) && usage.type === undefined ? mistralUsage(members.counts(usage)) : undefined;
  if (counted) return counted;
  const reported = isRecord(usage) && usage.type === 'duration' ? usage.seconds : answer.duration;
  const seconds = numeric(reported);
  if (reported === undefined || !Number.isFinite(seconds) || seconds <= 0) return undefined;
  return { ...noUsage(), input: audioTokens(seconds, perMinute) };
}

/**
 * Members of a chat's usage: the tokens of the audio are in the total alone.
 * https://docs.mistral.ai/capabilities/audio_transcription
 */
function mistralUsage(counts: TokenCounts): Usage | undefined {
  const { input = 0, output = 0, total = 0 } = counts;
  const audioInput = Math.max(0, total - input - output);
  if (input + output + audioInput === 0) return undefined;
  return { ...noUsage(), input, output, ...(audioInput > 0 && { more: { audioInput } }) };
}

/** Usage of a speech response: text input and audio output. */
export function speechUsage({ usage }: UnknownRecord): Usage | undefined {
  return withUnread(tokensOf(members.counts(usage), 'output'), members.unread(usage));
}

/** Only one side contains audio; on the input side, text is separated from it if reported. */
function tokensOf(counts: TokenCounts, audio: 'input' | 'output'): Usage | undefined {
  const input = inputOf(counts);
  const { output = 0 } = counts;
  if (input + output === 0) return undefined;
  if (audio === 'output') return { ...noUsage(), input, more: { audioOutput: output } };
  const audioInput = Math.min(input, counts.inputAudio ?? input - (counts.inputText ?? 0));
  return { ...noUsage(), input: input - audioInput, output, more: { audioInput } };
}
