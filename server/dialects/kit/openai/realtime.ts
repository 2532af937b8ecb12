import { noUsage, withUnread, type Usage } from '../../canonical/usage.js';
import { forwardedQuery } from '../forwarded-query.js';
import type { RealtimeCodec, Target, UpstreamSession } from '../provider.js';
import { addressOf, bearerHeaders } from './address.js';
import { transcriptUsage } from './operations/audio-usage.js';
import type { OpenAIDialect } from './dialect.js';
import { eventError } from './errors.js';
import type { TokenCounts } from '../facts/declared-facts.js';
import { openaiFacts } from './default-facts.js';
import { inputOf } from './token-counts.js';

const KEY_PROTOCOL = 'openai-insecure-api-key';
/** Characters allowed in a subprotocol (RFC 6455, 4.1): keys with other characters are sent in the header. */
const TOKEN = /^[!#$%&'*+\-.0-9A-Z^_`|a-z~]+$/;

/**
 * OpenAI's Realtime API (https://platform.openai.com/docs/guides/realtime). The client chooses between the beta's events and
 * the current ones, by header or subprotocol.
 */
export const realtimeOf = (dialect: OpenAIDialect): RealtimeCodec => ({
  open(target: Target, offered: readonly string[]): UpstreamSession {
    const url = socketUrl(addressOf(dialect, '/v1/realtime', target), sessionQuery(target, 'model'));
    const headers = (dialect.headers ?? bearerHeaders)(target);
    if (offered.length > 0 && TOKEN.test(target.key)) {
      delete headers.authorization;
      const [first = 'realtime', ...rest] = offered;
      return { url, headers, subprotocols: [first, `${KEY_PROTOCOL}.${target.key}`, ...rest] };
    }
    const beta = target.headers['openai-beta'] ?? betaOf(offered);
    if (beta !== undefined) headers['openai-beta'] = beta;
    return { url, headers, subprotocols: offered };
  },
  ...realtimeReaders,
});

/** `intent` selects sessions that only transcribe. */
const SESSION_QUERY = ['intent', 'api-version'];

/**
 * The forwarded query parameters, with the upstream's model name in the parameter that the provider expects. A session that
 * only transcribes has no such parameter: its events name the model, and providers refuse one in the URL
 * (https://platform.openai.com/docs/guides/realtime-transcription).
 */
export function sessionQuery({ path, model }: Pick<Target, 'path' | 'model'>, name: string): URLSearchParams {
  const parameters = new URLSearchParams(forwardedQuery(path, SESSION_QUERY));
  if (!hasTranscriptionIntent(path)) parameters.set(name, model);
  return parameters;
}

/** Whether a client opens a session that only transcribes. @param path with its query */
export function hasTranscriptionIntent(path: string): boolean {
  return new URLSearchParams(forwardedQuery(path, ['intent'])).getAll('intent').includes('transcription');
}

export function socketUrl(address: string, parameters: URLSearchParams): string {
  return `${address.replace(/^http/i, 'ws')}?${parameters.toString()}`;
}

/** How responses of every realtime API in OpenAI's format are read. */
export const realtimeReaders: Omit<RealtimeCodec, 'open'> = {
  usage: ({ usage }) =>
    withUnread(readUsage(openaiFacts.usage.counts(usage)), openaiFacts.usage.unread(usage)),
  transcriptUsage,
  refusal: eventError,
};

/** The header value for a client that requested the beta by subprotocol. */
function betaOf(offered: readonly string[]): string | undefined {
  return offered.includes('openai-beta.realtime-v1') ? 'realtime=v1' : undefined;
}

/**
 * Usage of a response in disjoint classes. Cached audio is a class of its own if it is reported separately; cached images
 * and text cost the same.
 */
function readUsage(counts: TokenCounts): Usage | undefined {
  const input = inputOf(counts);
  const { output = 0 } = counts;
  if (input + output === 0) return undefined;
  const audio = Math.min(input, counts.inputAudio ?? 0);
  const image = Math.min(input - audio, counts.inputImage ?? 0);
  const text = input - audio - image;
  const cached = cachedOf(counts, { text, audio, image });
  const audioOutput = Math.min(output, counts.outputAudio ?? 0);
  const reasoning = Math.min(output - audioOutput, counts.reasoning ?? 0);
  const imageInput = image - cached.image;
  const audioCacheRead = cached.audioReported ? cached.audio : 0;
  return {
    ...noUsage(),
    input: text - cached.text,
    cacheRead: cached.text + cached.audio + cached.image - audioCacheRead,
    output: output - audioOutput - reasoning,
    reasoning,
    more: {
      audioInput: audio - cached.audio,
      audioOutput,
      ...(audioCacheRead > 0 && { audioCacheRead }),
      ...(imageInput > 0 && { imageInput }),
    },
  };
}

interface ByKind {
  text: number;
  audio: number;
  image: number;
}

/** Cached tokens by kind; those whose kind is not reported count as text first. */
function cachedOf(
  { cached = 0, cachedAudio, cachedImage = 0 }: TokenCounts,
  whole: ByKind,
): ByKind & { audioReported: boolean } {
  let left = Math.min(cached, whole.text + whole.audio + whole.image);
  const image = Math.min(left, whole.image, cachedImage);
  left -= image;
  const audio = Math.min(left, whole.audio, cachedAudio ?? Math.max(0, left - whole.text));
  return {
    image,
    audio,
    text: Math.min(left - audio, whole.text),
    audioReported: cachedAudio !== undefined,
  };
}
