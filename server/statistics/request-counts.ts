import { addHistogram, type Histogram } from './histogram.js';

/**
 * How a request ended.
 * - `ok`: complete, at the first attempt; `rescued`: complete after an attempt had failed.
 * - `clientError`: the request was at fault: refused by the gateway or, with its content, by the provider.
 * - `limited`: a rate limit or balance, of the gateway or of the last provider, or channels that were drained.
 * - `upstreamError`: no channel answered.
 * - `cut`: the answer broke off after it had begun.
 * - `aborted`: the client left, or the gateway ended the answer (access revoked, balance used up, process stopped).
 */
export type RequestResult =
  'ok' | 'rescued' | 'clientError' | 'limited' | 'upstreamError' | 'cut' | 'aborted';

/**
 * Counts, with their columns. Calls of channels are counted where they were made, results of requests at the channel that was
 * called last.
 */
export const COLUMNS = {
  ok: 'ok',
  rescued: 'rescued',
  clientError: 'client_error',
  limited: 'limited',
  upstreamError: 'upstream_error',
  cut: 'cut',
  aborted: 'aborted',
  /** Calls of the channel. */
  attempts: 'attempts',
  /** Of these, those that failed through no fault of the request. */
  failures: 'failures',
  /** Of these, those that the provider refused with status 429. */
  rateLimited: 'rate_limited',
  /** Of these, those that the provider refused with status 401: the key is not valid. */
  keyRefused: 'key_refused',
  /** Input tokens that were neither read from a cache nor written to it. */
  inputTokens: 'input_tokens',
  cachedTokens: 'cached_tokens',
  cacheWriteTokens: 'cache_write_tokens',
  outputTokens: 'output_tokens',
  /** Quota units. */
  quota: 'quota',
} as const;
export type Counted = keyof typeof COLUMNS;
export const COUNTED = Object.keys(COLUMNS) as Counted[];

/** What is counted of requests to one key of a channel with one model. */
export interface RequestCounts extends Record<Counted, number> {
  /** Calls that failed since one succeeded, as of the last call that is counted here. */
  streak: number;
  /** From the call of the channel that answered to its first data. */
  firstToken: Histogram;
  /** From the request's arrival to its end, of complete requests. */
  duration: Histogram;
}

export function noCounts(): RequestCounts {
  return {
    ok: 0,
    rescued: 0,
    clientError: 0,
    limited: 0,
    upstreamError: 0,
    cut: 0,
    aborted: 0,
    attempts: 0,
    failures: 0,
    rateLimited: 0,
    keyRefused: 0,
    inputTokens: 0,
    cachedTokens: 0,
    cacheWriteTokens: 0,
    outputTokens: 0,
    quota: 0,
    streak: 0,
    firstToken: [],
    duration: [],
  };
}

/** Adds the counts of earlier requests, except the streak, which the later ones continue. */
export function addCounts(into: RequestCounts, other: RequestCounts): void {
  for (const name of COUNTED) into[name] += other[name];
  addHistogram(into.firstToken, other.firstToken);
  addHistogram(into.duration, other.duration);
}

/** The counts of one minute or hour. */
export interface CountedRequests {
  /** Beginning of the minute or hour, Unix seconds. */
  readonly at: number;
  /** 0 = no channel was called. */
  readonly channelId: number;
  /** Line of the key in the channel, from 0. */
  readonly keyIndex: number;
  /** As the client named it; '' = not known, or more names than are counted. */
  readonly model: string;
  readonly counts: RequestCounts;
}
