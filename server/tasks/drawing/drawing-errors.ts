import { ApiError } from '../../contract/errors/api-error.js';
import { UpstreamError, type UpstreamFailure } from '../../dialects/canonical/failure.js';
import { DrawingCode } from '../../dialects/task-apis/midjourney.js';
import { TaskError } from '../../dialects/task-apis/task-error.js';
import { clientError } from '../../relay/pipeline/client/client-error.js';
import { maskSecrets } from '../../relay/pipeline/attempt/mask-secrets.js';
import type { Exchange } from '../../relay/pipeline/request-scope.js';
import type { TaskHttpAnswer } from '../http/task-routes.js';

const SATURATED = '当前分组负载已饱和，请稍后再试，或升级账户以提升服务质量。';

/** Descriptions of failed calls by the failure's code; clients match on them. */
const DESCRIPTIONS: Readonly<Partial<Record<string, string>>> = {
  empty_answer: 'empty_response_body',
  invalid_response: 'unmarshal_response_body_failed',
  unmarshal_response_body_failed: 'unmarshal_response_body_failed',
  upstream_timeout: 'do_request_failed',
};

/** An error in the format of the API. @param result what follows the description */
export function drawingError(status: number, code: number, description: string, result = ''): TaskHttpAnswer {
  return { status, body: { description: `${description} ${result}`, type: 'upstream_error', code } };
}

/** The upstream or its group has no room. */
export function saturated(description: string): TaskHttpAnswer {
  return drawingError(429, DrawingCode.saturated, description, SATURATED);
}

/**
 * The answer to a call that failed. Errors of authentication, rights and routing have OpenAI's format.
 * @param report receives defects
 */
export function failedDrawing(
  problem: unknown,
  exchange: Exchange,
  report: (defect: unknown, requestId: string) => void,
): TaskHttpAnswer {
  if (problem instanceof TaskError)
    return drawingError(problem.status, Number(problem.code), problem.message);
  if (problem instanceof UpstreamError) return failedCall(problem.failure);
  const { request, protocol, requestId, errorForm } = exchange;
  if (!(problem instanceof ApiError)) {
    report(problem, requestId);
    return drawingError(400, DrawingCode.invalidRequest, 'update_midjourney_task_failed');
  }
  const language = request.headers['accept-language'];
  const error = clientError(problem, requestId, protocol, language, errorForm);
  if (error.billing) return drawingError(400, DrawingCode.invalidRequest, 'quota_not_enough');
  if (problem.code === 'channels_full') return saturated(error.message);
  return { status: error.status, body: protocol.error(error) };
}

function failedCall({ status, message, code, connection }: UpstreamFailure): TaskHttpAnswer {
  const description = connection ? 'do_request_failed' : DESCRIPTIONS[code];
  if (description !== undefined) return drawingError(400, DrawingCode.unknownError, description);
  if (/^\d{1,3}$/.test(code)) {
    if (Number(code) === DrawingCode.saturated) return saturated(maskSecrets(message));
    return drawingError(status, Number(code), maskSecrets(message));
  }
  return drawingError(400, DrawingCode.unknownError, 'unmarshal_response_body_failed');
}
