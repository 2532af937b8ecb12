import { ApiError } from '../../contract/errors/api-error.js';
import type { ErrorCode } from '../../contract/errors/codes.js';
import { UpstreamError } from '../../dialects/canonical/failure.js';
import type { AttemptHistory } from '../pipeline/attempt/attempt-history.js';
import { recordFailure } from '../pipeline/failed-request.js';
import type { PipelineServices } from '../pipeline/services.js';
import type { Planned } from '../pipeline/stages.js';
import type { OpenUpstream } from './open.js';

/** How long a session may be, and be silent: its client knows these limits, and nothing has failed. */
const LIMITS_OF_SESSIONS: ReadonlySet<string> = new Set<ErrorCode>(['session_idle', 'session_expired']);

/**
 * Records a session that ended with an error after it had begun. Its responses have rows of their own, of what they cost.
 * @param problem undefined: it ended without an error, and nothing is recorded
 * @param begunAt when the session began, `performance.now()`
 */
export function recordSessionFailure(
  services: Pick<PipelineServices, 'failures' | 'statistics' | 'report'>,
  request: Planned,
  { channel, outcome }: Pick<OpenUpstream, 'channel' | 'outcome'>,
  { problem, history, begunAt }: { problem?: unknown; history: AttemptHistory; begunAt: number },
): void {
  if (problem === undefined) return;
  if (problem instanceof ApiError && LIMITS_OF_SESSIONS.has(problem.code)) return;
  if (problem instanceof UpstreamError) {
    const { status, code } = problem.failure;
    const ms = Math.round(performance.now() - begunAt);
    history.addFailure({
      channelId: channel.id,
      keyIndex: outcome.key.index,
      status,
      code,
      ms,
      isOfRequest: false,
    });
  }
  recordFailure(services, request, problem, history);
}
