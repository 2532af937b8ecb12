import { audioTokens } from '../../canonical/audio.js';
import { noUsage, type Usage } from '../../canonical/usage.js';
import { count, isRecord, numeric, record, type UnknownRecord } from '../../json/lenient.js';

/**
 * Usage of a transcript, by tokens or by the duration of the audio; undefined if neither is reported.
 * https://platform.openai.com/docs/api-reference/audio
 * @param perMinute tokens charged per minute of audio
 */
export function transcriptUsage(answer: UnknownRecord, perMinute?: number): Usage | undefined {
  const { usage } = answer;
  if (isRecord(usage) && usage.type === 'tokens') return tokensOf(usage, 'input');
  const reported = isRecord(usage) && usage.type === 'duration' ? usage.seconds : answer.duration;
  const seconds = numeric(reported);
  if (reported === undefined || !Number.isFinite(seconds) || seconds <= 0) return undefined;
  return { ...noUsage(), input: audioTokens(seconds, perMinute) };
}

/** Usage of a speech response: text input and audio output. */
export function speechUsage({ usage }: UnknownRecord): Usage | undefined {
  return isRecord(usage) ? tokensOf(usage, 'output') : undefined;
}

/** Only one side contains audio; on the input side, text is separated from it if reported. */
function tokensOf(usage: UnknownRecord, audio: 'input' | 'output'): Usage | undefined {
  const input = count(usage.input_tokens) ?? 0;
  const output = count(usage.output_tokens) ?? 0;
  if (input + output === 0) return undefined;
  if (audio === 'output') return { ...noUsage(), input, more: { audioOutput: output } };
  const details = record(usage.input_token_details);
  const audioInput = Math.min(
    input,
    count(details.audio_tokens) ?? input - (count(details.text_tokens) ?? 0),
  );
  return { ...noUsage(), input: input - audioInput, output, more: { audioInput } };
}
