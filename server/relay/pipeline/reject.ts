import { isDefect } from './attempt/attempt-result.js';
import { answerError } from './client/finish.js';
import { recordFailure, type FailingRequest } from './failed-request.js';
import type { RequestScope } from './request-scope.js';
import type { PipelineServices } from './services.js';

/**
 * Sends and records the error of a request for which nothing is held, so that there is nothing to settle.
 * @param known the request as far as it was read
 */
export function reject(
  scope: RequestScope,
  known: FailingRequest,
  problem: unknown,
  services: Pick<PipelineServices, 'report' | 'failures' | 'statistics'>,
): void {
  if (isDefect(problem)) services.report(problem, scope.exchange.requestId);
  if (!scope.clientGone) answerError(scope.exchange, problem);
  scope.trace?.rejected(known, problem);
  if (scope.clientGone) return;
  recordFailure(services, known, problem);
}
