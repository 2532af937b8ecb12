import { text, type UnknownRecord } from '../../json/lenient.js';
import { contentFiltered, workFailed } from '../../kit/images/image-answer.js';
import { errorReader, type ErrorMeanings } from '../../kit/images/image-errors.js';

const FILTERED = /Illegal|PolicyViolation|Audit|Sensitive/i;

/** Reasons of refusals and of failed tasks: https://platform.vidu.cn/docs/error-code. Most have status 400. */
const MEANINGS: ErrorMeanings = {
  CreditInsufficient: { status: 429, code: 'insufficient_quota', disables: true, retryable: true },
  ModelUnavailable: { status: 404, code: 'model_not_found', retryable: true },
  OperationInProcess: { status: 429, retryable: true },
  Unauthorized: { status: 401, disables: true, retryable: true },
  QuotaExceeded: { status: 429, retryable: true },
  SystemThrottling: { status: 429, retryable: true },
};

const read = errorReader(
  (body) => ({ message: text(body.message) || text(body.reason), code: text(body.reason) }),
  MEANINGS,
);

/** `{"code":400,"reason":"CreditInsufficient","message":"…","metadata":{}}` */
export const readError: typeof read = (status, headers, body) => {
  const failure = read(status, headers, body);
  if (!FILTERED.test(failure.code)) return failure;
  const { retryAfterSeconds } = failure;
  return { ...contentFiltered(failure.message).failure, retryAfterSeconds };
};

/** The error of a task that failed. */
export function taskError({ state, err_code }: UnknownRecord): Error {
  const code = text(err_code);
  if (FILTERED.test(code)) return contentFiltered(code);
  return workFailed(code || `the task ended with state ${text(state)}`, MEANINGS[code]);
}
