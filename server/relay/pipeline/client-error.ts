import { Refusal } from '../../core/refusal.js';
import { UpstreamError } from '../hub/failure.js';
import type { ClientError } from '../protocols/protocol.js';
import { maskSecrets } from './mask-secrets.js';

const SATURATED = new Refusal('upstream_saturated').message;

/** What a client is told about a problem, in no protocol yet (spec/relay-and-billing.md B11). */
export interface ToldError extends ClientError {
  retryAfterSeconds?: number;
}

/** Turns whatever stopped a request into what its client may know; defects become a plain 500. */
export function clientError(problem: unknown, requestId: string): ToldError {
  const told = tell(problem);
  return { ...told, message: `${told.message} (request id: ${requestId})` };
}

function tell(problem: unknown): ToldError {
  if (problem instanceof Refusal)
    return {
      status: problem.status,
      message: problem.message,
      code: CODES[problem.code] ?? problem.code,
      kind: 'new_api_error',
      retryAfterSeconds: problem.retryAfterSeconds,
    };
  if (problem instanceof UpstreamError) {
    const { failure } = problem;
    return {
      status: failure.status >= 400 && failure.status <= 599 ? failure.status : 502,
      message: failure.status === 429 ? SATURATED : maskSecrets(failure.message),
      code: maskSecrets(failure.code),
      kind: maskSecrets(failure.kind),
      parameter: String(failure.status),
      retryAfterSeconds: failure.retryAfterSeconds,
    };
  }
  return { status: 500, message: 'internal error', code: 'internal_error', kind: 'new_api_error' };
}

/** Codes of the compatible API where ours are finer (B11, C5). */
const CODES: Record<string, string> = {
  user_quota_empty: 'insufficient_user_quota',
  user_quota_low: 'insufficient_user_quota',
  token_quota_low: 'pre_consume_token_quota_failed',
  model_price_unset: 'model_price_error',
  model_price_unset_admin: 'model_price_error',
};
