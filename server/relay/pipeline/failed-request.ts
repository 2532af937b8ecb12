import type { FailedRequest } from '../../billing/logs/failures/failed-request.js';
import { attemptDetails, loggedPath } from '../../billing/prices/logged/request-log-details.js';
import { ApiError } from '../../contract/errors/api-error.js';
import type { ErrorCode } from '../../contract/errors/codes.js';
import type { LogDetailsInput } from '../../contract/resources/logs/log-details.js';
import { UpstreamError } from '../../dialects/canonical/failure.js';
import type { AttemptHistory } from './attempt/attempt-history.js';
import { maskSecrets } from './attempt/mask-secrets.js';
import { countRefusal } from './count-request.js';
import { clientError, describeProblem } from './client/client-error.js';
import type { Exchange } from './request-scope.js';
import type { PipelineServices } from './services.js';
import { skippedChannels } from './settle/settle.js';
import type { Caller, Planned } from './stages.js';

/** Longest message that is stored, characters. */
const MAX_MESSAGE = 500;
/** Longest model name that is stored, characters; a client may send any. */
const MAX_NAME = 200;

/** What is known of a request when it fails, from its stage. */
export interface FailingRequest extends Partial<Pick<Planned, 'params' | 'plan'>> {
  readonly exchange: Pick<Exchange, 'requestId' | 'protocol' | 'path' | 'errorForm' | 'startedAt'>;
  readonly caller: Caller;
}

/** The process has no room, or something that it needs is unavailable: that says nothing about the request. Metrics count it. */
const UNAVAILABLE: ReadonlySet<string> = new Set<ErrorCode>([
  'overloaded',
  'draining',
  'arriving_bytes_user',
  'arriving_bytes_server',
  'books_unavailable',
  'database_unavailable',
]);

/**
 * Records a request that ends in an error, and counts it if no channel was looked for. Never fails. See `failedRequest`.
 */
export function recordFailure(
  { failures, statistics, report }: Pick<PipelineServices, 'failures' | 'statistics' | 'report'>,
  request: FailingRequest,
  problem: unknown,
  history?: AttemptHistory,
  firstDataMs?: number,
): void {
  if (!history) countRefusal(statistics, request.plan?.model ?? '', problem);
  if (!failures.isOn || (problem instanceof ApiError && UNAVAILABLE.has(problem.code))) return;
  try {
    failures.add(failedRequest(request, problem, history, firstDataMs));
  } catch (defect) {
    report(defect, request.exchange.requestId);
  }
}

/**
 * The log row of a request that ends in an error.
 * @param problem the error that its client got
 * @param history its attempts; undefined: no channel was called
 * @param firstDataMs from its arrival to the first data of a response that broke off
 */
function failedRequest(
  { exchange, caller: { token }, params, plan }: FailingRequest,
  problem: unknown,
  history?: AttemptHistory,
  firstDataMs?: number,
): FailedRequest {
  const { requestId, protocol, path, errorForm, startedAt } = exchange;
  const now = Date.now();
  const { message } = describeProblem(problem, errorForm.language);
  const { status, code, kind } = clientError(problem, requestId, protocol, undefined, errorForm);
  const channels = history?.channels ?? [];
  // The last call is no failure of its own where its response broke off after it had begun.
  const hasBegun = channels.length > (history?.failures.length ?? 0);
  const details: LogDetailsInput = {
    request_id: requestId,
    request_path: loggedPath(path),
    status_code: status,
    error_code: shortened(String(code ?? '')),
    error_type: shortened(kind),
    ...gatewayError(problem),
    attempts: channels.length,
    admin_info: attemptDetails({
      channels,
      failures: history?.failures,
      answeredAfterMs: hasBegun ? history?.sinceCall(firstDataMs) : undefined,
      skipped: plan && history && skippedChannels(plan, history),
    }),
  };
  if (problem instanceof UpstreamError) {
    const { failure } = problem;
    Object.assign(details.admin_info!, {
      // Without a connection there was no answer; the status is then that of the gateway.
      upstream_status: failure.connection
        ? 0
        : ((hasBegun ? undefined : history?.failures.at(-1)?.status) ?? failure.status),
      upstream_message: shortened(maskSecrets(failure.message)),
    });
  }
  return {
    userId: token.user.id,
    tokenId: token.id,
    createdAt: Math.floor(now / 1000),
    channelId: channels.at(-1) ?? 0,
    requestId,
    username: token.user.username,
    tokenName: token.name,
    modelName: (plan?.model ?? params?.model ?? '').slice(0, MAX_NAME),
    group: plan?.group ?? (token.group || token.user.group),
    useTime: Math.max(0, Math.floor((now - startedAt) / 1000)),
    isStream: params?.stream ?? false,
    content: shortened(message),
    code: problem instanceof ApiError ? problem.code : `${status} ${code ?? ''}`,
    details,
  };
}

/** The code of an error whose text the gateway wrote, from which readers get it in their language. */
function gatewayError(problem: unknown): Pick<LogDetailsInput, 'error'> {
  if (problem instanceof ApiError)
    return { error: { code: problem.code, params: plainParams(problem.params) } };
  if (!(problem instanceof UpstreamError)) return { error: { code: 'internal_error' } };
  const { status, text } = problem.failure;
  if (status === 429) return { error: { code: 'upstream_saturated' } };
  return text === undefined ? {} : { error: { code: text, params: { status } } };
}

function plainParams(params: ApiError['params']): Record<string, string | number> {
  const shorten = (value: string | number) => (typeof value === 'string' ? shortened(value) : value);
  return Object.fromEntries(Object.entries(params).map(([name, value]) => [name, shorten(value)]));
}

/** Addresses of files may be signed: their queries are secrets of the client. */
const QUERY = /(https?:\/\/[^\s?"'<>]+)\?[^\s"'<>]*/g;

function shortened(whole: string): string {
  const text = whole.includes('://') ? whole.replace(QUERY, '$1?…') : whole;
  return text.length <= MAX_MESSAGE ? text : `${text.slice(0, MAX_MESSAGE - 1)}…`;
}
