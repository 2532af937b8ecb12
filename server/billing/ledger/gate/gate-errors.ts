import type { ReserveAnswer } from '../../../core/redis/scripts/reserve.js';
import { ApiError } from '../../../contract/errors/api-error.js';
import type { HoldRequest } from '../ledger.types.js';

/** Retry-After while the journal is full or Redis is unavailable, seconds. */
const RETRY_AFTER_SECONDS = 2;

type Granted = Extract<ReserveAnswer, 0 | 1 | ['held', ...unknown[]]>;
type Short = Extract<ReserveAnswer, ['low' | 'token', ...unknown[]]>;

/** Whether the quota is too low at the moment. */
export function isShort(answer: ReserveAnswer): answer is Short {
  return typeof answer !== 'number' && (answer[0] === 'low' || answer[0] === 'token');
}

/** Whether the quota may suffice for `amount` as soon as other requests release what they hold. */
export function fitsLater([, available, outstanding]: Short, amount: number): boolean {
  return outstanding > 0 && available + outstanding >= amount;
}

/**
 * Amount held by Redis, and whether the balances it used are stale.
 * @param amount what was asked for at least
 * @throws ApiError
 */
export function grantOf(
  answer: Exclude<ReserveAnswer, ['load']>,
  amount: number,
  request: HoldRequest,
): { held: number; isOld: boolean } {
  if (typeof answer === 'number') return { held: amount, isOld: answer === 1 };
  if (answer[0] === 'held') return { held: answer[1], isOld: answer[2] === 1 };
  throw errorOf(answer, request);
}

/** Maps a rejected reservation to the client's error. */
export function errorOf(answer: Exclude<ReserveAnswer, Granted | ['load']>, request: HoldRequest): ApiError {
  switch (answer[0]) {
    case 'full':
      return new ApiError('journal_full', {}, { retryAfterSeconds: RETRY_AFTER_SECONDS });
    case 'total':
      return limited('rate_limit_total', request.limit?.total, answer[1], request);
    case 'success':
      return limited('rate_limit_success', request.limit?.success, answer[1], request);
    case 'empty':
      return new ApiError('user_quota_empty');
    case 'low':
      return new ApiError('user_quota_low', { quota: answer[1], need: request.amount });
    case 'token':
      return new ApiError('token_quota_low', { quota: answer[1], need: request.amount });
  }
}

function limited(
  code: 'rate_limit_total' | 'rate_limit_success',
  count: number | undefined,
  waitMs: number,
  { limit }: HoldRequest,
): ApiError {
  const minutes = (limit?.windowSeconds ?? 0) / 60;
  return new ApiError(
    code,
    { minutes, count: count ?? 0 },
    { retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)) },
  );
}

/**
 * Redis, or the Postgres row missing in Redis, cannot be reached. Must not be confused with invalid credentials or
 * empty balances.
 */
export function unavailable(cause: unknown): ApiError {
  return new ApiError('books_unavailable', {}, { cause, retryAfterSeconds: RETRY_AFTER_SECONDS });
}
