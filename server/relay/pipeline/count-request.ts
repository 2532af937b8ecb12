import { ApiError } from '../../contract/errors/api-error.js';
import { outputTotal } from '../../dialects/canonical/usage.js';
import { UpstreamError } from '../../dialects/canonical/failure.js';
import { count } from '../../statistics/histogram.js';
import type { RequestResult } from '../../statistics/request-counts.js';
import type { AttemptHistory } from './attempt/attempt-history.js';
import { isOfRequest } from './attempt/attempt-health.js';
import { isQuotaError } from './client/client-error.js';
import type { Answer } from './attempt/attempt-result.js';
import type { Ending } from './settle/endings.js';
import type { Settled } from './settle/settle.js';
import type { PipelineServices } from './services.js';
import type { BilledRequest } from './stages.js';

type Statistics = PipelineServices['statistics'];

/** The operator keeps requests from channels for a time: no channel has failed. */
const DRAINED: ReadonlySet<string> = new Set(['channels_drained', 'pinned_channel_drained']);

/** Codes of calls to which the provider sent no answer; their status is that of the gateway. */
const NOT_ANSWERED: ReadonlySet<string> = new Set(['do_request_failed', 'upstream_timeout']);

/** The results of answers that ended before their end; those of other endings depend on the error. */
const RESULTS: Partial<Record<Ending, RequestResult>> = {
  'cut-by-upstream': 'cut',
  stalled: 'cut',
  malformed: 'cut',
  'upstream-error': 'cut',
  'cut-by-client': 'aborted',
  revoked: 'aborted',
  'cut-by-drain': 'aborted',
  'lost-with-server': 'aborted',
  'quota-exhausted': 'aborted',
};

/** How a request ended whose attempts are over. */
export interface CountedAnswer extends Pick<Answer, 'ending' | 'outcome' | 'problem'> {
  /** Whether the last call answered; it is then none of the failed attempts. */
  readonly isAnswered: boolean;
}

/** Counts a request for which a hold was made, once it is settled. */
export function countRequest(
  statistics: Statistics,
  { plan: { model }, exchange: { startedAt } }: Pick<BilledRequest, 'plan' | 'exchange'>,
  history: AttemptHistory,
  { ending, outcome, problem, isAnswered }: CountedAnswer,
  { usage, quota }: Pick<Settled, 'usage' | 'quota'>,
): void {
  const now = Date.now();
  const { failures } = history;
  countFailures(statistics, model, history, now);
  const keyIndex = outcome ? outcome.key.index : (failures.at(-1)?.keyIndex ?? 0);
  const channelId = outcome?.channelId ?? failures.at(-1)?.channelId ?? 0;
  const result = resultOf(ending, problem, failures.length > 0);
  const counts = isAnswered
    ? statistics[result === 'cut' ? 'failed' : 'succeeded'](channelId, keyIndex, model, now)
    : statistics.of(channelId, keyIndex, model, now);
  counts[result]++;
  if (isAnswered && outcome?.firstDataMs !== undefined)
    count(counts.firstToken, Math.max(0, outcome.firstDataMs - history.begunMs));
  if (ending === 'complete') count(counts.duration, now - startedAt);
  counts.quota += quota;
  if (!usage) return;
  counts.inputTokens += usage.input;
  counts.cachedTokens += usage.cacheRead;
  counts.cacheWriteTokens += usage.cacheWrite5m + usage.cacheWrite1h;
  counts.outputTokens += outputTotal(usage);
}

/** Counts the attempts that failed, for requests that are counted in another way. */
export function countFailures(
  statistics: Statistics,
  model: string,
  { failures }: AttemptHistory,
  now = Date.now(),
): void {
  for (const { channelId, keyIndex, status, code, isOfRequest } of failures) {
    statistics.totals.addFailure(NOT_ANSWERED.has(String(code)) ? undefined : status);
    if (isOfRequest) statistics.of(channelId, keyIndex, model, now).attempts++;
    else {
      const counts = statistics.failed(channelId, keyIndex, model, now);
      if (status === 429) counts.rateLimited++;
      if (status === 401) counts.keyRefused++;
    }
  }
}

/** Counts a request that ended before any channel was looked for. @param model '' = not known */
export function countRefusal(statistics: Statistics, model: string, problem: unknown): void {
  statistics.of(0, 0, model)[resultOfProblem(problem)]++;
}

function resultOf(ending: Ending, problem: unknown, hasFailed: boolean): RequestResult {
  if (ending === 'complete') return hasFailed ? 'rescued' : 'ok';
  return RESULTS[ending] ?? resultOfProblem(problem);
}

function resultOfProblem(problem: unknown): RequestResult {
  if (problem instanceof UpstreamError) {
    if (problem.failure.status === 429) return 'limited';
    return isOfRequest(problem.failure) ? 'clientError' : 'upstreamError';
  }
  if (!(problem instanceof ApiError)) return 'upstreamError';
  if (problem.status === 429 || isQuotaError(problem) || DRAINED.has(problem.code)) return 'limited';
  return problem.status < 500 ? 'clientError' : 'upstreamError';
}
