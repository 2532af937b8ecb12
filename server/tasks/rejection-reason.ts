import { ApiError } from '../contract/errors/api-error.js';
import type { ErrorCode } from '../contract/errors/codes.js';
import { chineseText, storedText, type StoredTextCode } from '../contract/stored-texts/catalogue.js';
import { operatorText, UpstreamError } from '../dialects/canonical/failure.js';
import { maskSecrets } from '../relay/pipeline/attempt/mask-secrets.js';

/** Errors of the gateway whose messages are Chinese: the row gets a text of the catalogue, which readers get in their language. */
const STORED: Partial<Readonly<Record<ErrorCode, StoredTextCode>>> = {
  model_not_found: 'task_without_channel',
  internal_error: 'task_internal_error',
};
const NOT_ACCEPTED = chineseText(storedText('task_not_accepted'));

/** Why no channel accepted a task, as the row of the task stores it. */
export function rejectionReason(problem: unknown): string {
  if (problem instanceof UpstreamError) return maskSecrets(operatorText(problem.failure));
  if (!(problem instanceof ApiError)) return NOT_ACCEPTED;
  const code = STORED[problem.code];
  return code ? chineseText({ code, params: problem.params }) : problem.message;
}
