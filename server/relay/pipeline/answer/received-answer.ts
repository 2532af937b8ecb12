import { table } from '../../../dialects/kit/table.js';
import type { RoutableChannel } from '../../../channels/channel-registry.js';
import type { ApiError } from '../../../contract/errors/api-error.js';
import { UpstreamError } from '../../../dialects/canonical/failure.js';
import type { Usage } from '../../../dialects/canonical/usage.js';
import type { Answer, FailureRenderer, Interrupted, SendEnd } from '../attempt/attempt-result.js';
import type { Ending } from '../settle/endings.js';
import { masked } from '../attempt/mask-secrets.js';
import type { Outcome } from './outcome.js';
import { failureRenderer } from './passed-renderer.js';

/** Error codes that, once the client has received bytes, lead to another ending than `cut-by-upstream`. */
const ENDING_OF = table<Ending>({
  upstream_timeout: 'stalled',
  stream_unreadable: 'malformed',
});

/** How a response ends that a failure stopped after the client had received bytes. */
export function endingOf(problem: UpstreamError | ApiError): Ending {
  const { code } = problem instanceof UpstreamError ? problem.failure : problem;
  return ENDING_OF[code] ?? 'cut-by-upstream';
}

/** A response that is complete. The parameters are those of `Receiver.complete`. */
export function completeAnswer(
  outcome: Outcome,
  sendEnd: SendEnd,
  storedResponse: ((usage: Usage) => object) | undefined,
): Answer {
  return {
    ending: 'complete',
    problem: undefined,
    outcome,
    sendEnd,
    storedResponse,
    renderFailure: undefined,
  };
}

/**
 * A response that is not complete; the ending decides the charge.
 * @param interrupted the response that this one was to finish
 */
export function endedAnswer(
  ending: Ending,
  problem: unknown,
  outcome: Outcome,
  renderFailure: FailureRenderer | undefined,
  interrupted: Interrupted | undefined,
): Answer {
  return {
    ending,
    problem,
    // The interrupted response is charged if this channel stopped with less output.
    outcome: longest(outcome, interrupted?.outcome),
    sendEnd: undefined,
    storedResponse: undefined,
    renderFailure: renderFailure ?? (interrupted && failureRenderer(interrupted.renderer)),
  };
}

/** Of two outcomes the one with more output, the first if they are equal. */
function longest(outcome: Outcome, other: Outcome | undefined): Outcome {
  return other && outcome.meter.tokens < other.meter.tokens ? other : outcome;
}

/** The problem without secrets of the channel. */
export function maskedProblem(problem: unknown, channel: RoutableChannel): unknown {
  if (!(problem instanceof UpstreamError)) return problem;
  return new UpstreamError(masked(problem.failure, channel));
}
