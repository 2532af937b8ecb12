import { table } from '../../../core/table.js';
import type { UpstreamFailure } from '../../canonical/failure.js';
import { count, text, type UnknownRecord } from '../../json/lenient.js';
import { failure, statusFailure } from '../openai/provider-error.js';
import type { UpstreamHeaders } from '../provider.js';

/**
 * Codes whose status does not tell whose fault it is: most errors of the app and its models are sent as 400
 * (https://docs.dify.ai/api-reference/chatflows/send-chat-message).
 */
const statuses = table<number>({
  unauthorized: 401,
  provider_quota_exceeded: 429,
  rate_limit_error: 429,
  too_many_requests: 429,
  completion_request_error: 502,
  app_unavailable: 503,
  provider_not_initialize: 503,
  model_currently_not_support: 503,
  not_chat_app: 503,
  not_completion_app: 503,
  not_workflow_app: 503,
});
/** The operator of the app must act before it answers again. */
const EXHAUSTED = 'provider_quota_exceeded';

export function readError(status: number, headers: UpstreamHeaders, body: string): UpstreamFailure {
  return adjusted(statusFailure(status, headers, body, mayRetry));
}

/** The failure of an `error` event, or of a body with the same members. */
export function eventError(event: UnknownRecord): UpstreamFailure {
  const status = count(event.status) ?? 0;
  const error = { message: text(event.message), kind: '', code: text(event.code) };
  return adjusted(failure(error, status >= 400 && status <= 599 ? status : 502, mayRetry));
}

/** A workflow failed in one of its nodes; only the message is known. */
export function failedRun(run: UnknownRecord): UpstreamFailure {
  const message = text(run.error) || 'the workflow failed';
  return adjusted({
    ...failure({ message, kind: '', code: 'completion_request_error' }, 400, mayRetry),
    code: 'workflow_failed',
  });
}

/** A person must fill in a form before the workflow continues, which no other channel changes. */
export function pausedRun(): UpstreamFailure {
  return {
    status: 400,
    message: 'the workflow waits for input of a person, which this API cannot pass on',
    text: 'upstream_human_input',
    kind: 'upstream_error',
    code: 'human_input_required',
    retryable: false,
    disables: false,
  };
}

function adjusted(found: UpstreamFailure): UpstreamFailure {
  // A conversation that is too long is the request's fault, in whatever code it is wrapped.
  if (found.tooLong) return found;
  const status = found.code === 'workflow_failed' ? 502 : statuses[found.code];
  if (status === undefined) return found;
  return {
    ...found,
    status,
    retryable: true,
    disables: status === 401 || found.code === EXHAUSTED,
  };
}

function mayRetry(status: number): boolean {
  return ![400, 408, 504, 524].includes(status);
}
