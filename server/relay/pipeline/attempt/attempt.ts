import type { RoutableChannel } from '../../../channels/channel-registry.js';
import { UpstreamError, type UpstreamFailure } from '../../../dialects/canonical/failure.js';
import { keyFor, keyName } from '../../routing/keys.js';
import { demandedWait, pause, waitBefore } from '../../routing/retry-after.js';
import { admit } from './admit.js';
import { judge, recordInterruption } from './attempt-health.js';
import type { AttemptHistory } from './attempt-history.js';
import {
  CLIENT_GONE,
  failed,
  isDefect,
  notCalled,
  type Attempt,
  type AttemptResult,
  type ChannelCall,
  type Failed,
  type FinalResult,
  type Interrupted,
} from './attempt-result.js';
import {
  hasOtherDialect,
  isContinuable,
  isOnceOnly,
  isTransient,
  mayBeFinished,
  noChannelLeft,
  startLimits,
} from './attempt-rules.js';
import type { AttemptServices } from './attempt-services.js';
import type { Reserved } from '../stages.js';

/**
 * Tries channel after channel until one responds or no further attempt is allowed. The only retry loop of the relay.
 * @param history of earlier attempts; this loop adds its own
 * @param call sends the request to one channel
 */
export async function attempt<A>(
  request: Reserved,
  history: AttemptHistory,
  services: AttemptServices,
  call: ChannelCall<A>,
): Promise<FinalResult<A>> {
  const { scope, exchange, plan } = request;
  const { routes } = plan;
  const { wholeMs } = services.times;
  scope.limitTime(wholeMs, exchange.startedAt);
  const { retryTimes } = services.settings.current;
  let retries = 0;
  /** The failure that the next attempt follows. */
  let last: Failed | undefined;
  /** That failure as the provider reported it, before the channel's status mapping. */
  let lastReported: UpstreamFailure | undefined;
  /** The response that the next attempt is to finish. */
  let interrupted: Interrupted | undefined;
  let unsupported: Failed | undefined;
  let shortestWaitMs = Infinity;
  /** The channel to try once more before any other. */
  let sameAgain: RoutableChannel | undefined;
  let hasRepeated = false;
  for (;;) {
    const channel = sameAgain ?? routes.next();
    sameAgain = undefined;
    if (!channel)
      return interrupted ?? last ?? unsupported ?? notCalled(noChannelLeft(request, shortestWaitMs));

    const preferred = keyFor(request, history, channel, services.keyCircuits);
    if (lastReported) {
      const repeats = history.timesCalled(channel, preferred);
      const demandedMs = history.demandedWait(keyName(channel.id, preferred.index));
      const waitMs = waitBefore(lastReported, repeats, demandedMs);
      if (waitMs === undefined || waitMs >= scope.timeLeft()) {
        routes.drop(channel.id);
        continue;
      }
      if (waitMs) await pause(scope, waitMs);
    }
    if (scope.clientGone) return interrupted ?? CLIENT_GONE;

    const admission = await admit(request, history, channel, preferred, services);
    if (admission.kind === 'skipped') {
      history.addFull(channel);
      routes.drop(channel.id);
      shortestWaitMs = Math.min(shortestWaitMs, admission.waitMs);
      continue;
    }
    const { key, admitted } = admission;
    if (channel.keys.length > 1) services.keyCircuits.requestSent(keyName(channel.id, key.index));
    const hasRetry = retries < retryTimes;
    const current: Attempt = {
      request,
      channel,
      key,
      admitted,
      history,
      begunAt: performance.now(),
      limits: startLimits(request, channel, hasRetry && routes.others, services),
      mayContinue: hasRetry && routes.retries && routes.others && isContinuable(request),
      interrupted,
    };
    history.begunMs = Date.now() - exchange.startedAt;
    scope.trace?.attempting(current);
    let result: AttemptResult<A>;
    try {
      result = await call(current, services);
    } catch (defect) {
      // Handled like any failure, so that the admission is left and the request settled.
      result = failed(defect);
    }
    scope.trace?.attempted(result);
    if (admitted && result.kind !== 'answered') services.admission.leave(admitted, 0, 0);
    if (result.kind !== 'unsupported') history.addCall(channel, key);

    switch (result.kind) {
      case 'answered':
      case 'client-gone':
        return result;

      case 'unsupported':
        // Another channel's dialect may express the request. This channel was not called, so no retry is used up.
        unsupported ??= notCalled(result.problem);
        routes.drop(channel.id);
        routes.only(hasOtherDialect(request, channel));
        break;

      case 'interrupted':
        recordInterruption(current, result, services);
        // However often a response is interrupted, its ending and error are those of the first time.
        interrupted = interrupted
          ? { ...result, ending: interrupted.ending, problem: interrupted.problem }
          : result;
        // An error of the request would occur on every channel.
        if (!mayBeFinished(result, services)) return interrupted;
        // This stream had begun, so the time to the first content starts again.
        scope.limitTime(wholeMs, Date.now());
        retries++;
        break;

      case 'failed': {
        if (isDefect(result.problem)) services.report(result.problem, exchange.requestId);
        const isFirst = !scope.committed && !interrupted;
        const mayRepeat: boolean =
          isFirst && !hasRepeated && hasRetry && routes.others && isTransient(result, channel, services);
        const judged = judge(current, result, services);
        const again: boolean = judged.isRetryable && hasRetry && routes.retries;
        if (interrupted) {
          // Whatever stopped the other channel, the client gets the error of the first.
          if (!again || !routes.others || scope.clientGone) return interrupted;
          retries++;
          break;
        }
        if (!again || scope.committed) return judged;
        if (scope.clientGone) return CLIENT_GONE;
        last = judged;
        lastReported = result.problem instanceof UpstreamError ? result.problem.failure : undefined;
        if (lastReported) history.addDemandedWait(channel, key, demandedWait(lastReported));
        // After a timeout or an oversized response, the channel is not retried for this request.
        const isOver = lastReported !== undefined && isOnceOnly(lastReported);
        if (isOver) routes.drop(channel.id);
        if (mayRepeat && !isOver && routes.repeats(channel.id)) {
          // This repetition does not count as a retry: those are for other channels.
          sameAgain = channel;
          hasRepeated = true;
        } else retries++;
        break;
      }
    }
  }
}
