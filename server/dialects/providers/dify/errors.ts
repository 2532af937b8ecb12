import type { UpstreamFailure } from '../../canonical/failure.js';
import { count, text, type UnknownRecord } from '../../json/lenient.js';
import { failure, statusFailure } from '../../kit/provider-error.js';
import type { UpstreamHeaders } from '../../kit/provider.js';
import { difyFacts } from './facts.js';

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
  return found.tooLong ? found : difyFacts.failures.adjusted(found);
}

function mayRetry(status: number): boolean {
  return ![400, 408, 504, 524].includes(status);
}
