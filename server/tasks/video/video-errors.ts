import { ApiError } from '../../contract/errors/api-error.js';
import { UpstreamError } from '../../dialects/canonical/failure.js';
import { TaskError } from '../../dialects/task-apis/task-error.js';
import { clientError } from '../../relay/pipeline/client/client-error.js';
import type { Exchange } from '../../relay/pipeline/request-scope.js';
import type { RelayServices } from '../../relay/relay-services.js';
import type { TaskHttpAnswer } from '../http/task-routes.js';

/** An error in OpenAI's format. */
export function videoError(problem: unknown, exchange: Exchange, relay: RelayServices): TaskHttpAnswer {
  const { request, protocol, requestId, errorForm } = exchange;
  if (problem instanceof TaskError) {
    const { status, code } = problem;
    const message = `${problem.message} (request id: ${requestId})`;
    return { status, body: protocol.error({ status, message, code, kind: 'invalid_request_error' }) };
  }
  if (!(problem instanceof ApiError) && !(problem instanceof UpstreamError)) relay.report(problem, requestId);
  const language = request.headers['accept-language'];
  const error = clientError(problem, requestId, protocol, language, errorForm);
  return { status: error.status, body: protocol.error(error) };
}
