import { makersName } from '../../../contract/model-name.js';

/**
 * Input tokens of a second of audio. OpenAI: 1 for 100 ms (https://platform.openai.com/docs/guides/realtime-costs), Google: 32
 * (https://ai.google.dev/gemini-api/docs/audio#technical-details), the most of all providers.
 */
const TOKENS_PER_SECOND: readonly (readonly [name: RegExp, tokens: number])[] = [[/^(?:gpt|o\d)/, 10]];
const MAX_TOKENS_PER_SECOND = 32;

/** 24 kHz, 16 bits, one channel: https://platform.openai.com/docs/guides/realtime-conversations#audio-formats */
const PCM16 = 48_000;
/** Bytes a second at the lowest usual bit rate of compressed speech, 8 kbit/s. */
const MIN_BYTES_PER_SECOND = 1000;

/** Characters of base64 that hold the header of a WAV file. */
const HEADER = 64;
const PCM = 1;
const FLOAT = 3;
const EXTENSIBLE = 0xfffe;

/**
 * The most input tokens of embedded audio: by its length where its format reveals it without decoding it, else by its bytes.
 * @param type media type, such as `audio/wav`
 * @param data base64, possibly only its beginning
 * @param length of all of the base64
 */
export function audioTokens(model: string, type: string, data: string, length: number): number {
  const name = makersName(model);
  const rate = TOKENS_PER_SECOND.find(([pattern]) => pattern.test(name))?.[1] ?? MAX_TOKENS_PER_SECOND;
  const bytes = (length * 3) / 4;
  return Math.ceil((bytes / bytesPerSecond(type, data)) * rate);
}

function bytesPerSecond(type: string, data: string): number {
  if (type === 'audio/pcm16') return PCM16;
  const head = Buffer.from(data.slice(0, HEADER).replaceAll('\\', ''), 'base64');
  // http://soundfile.sapp.org/doc/WaveFormat/: the samples decide the length, whatever byte rate the header claims.
  if (
    head.length < 36 ||
    head.toString('latin1', 0, 4) !== 'RIFF' ||
    head.toString('latin1', 12, 16) !== 'fmt '
  )
    return MIN_BYTES_PER_SECOND;
  const format = head.readUInt16LE(20);
  const isUncompressed = format === PCM || format === FLOAT || format === EXTENSIBLE;
  const rate = head.readUInt32LE(24) * head.readUInt16LE(22) * (head.readUInt16LE(34) / 8);
  return isUncompressed && rate > 0 ? rate : MIN_BYTES_PER_SECOND;
}
