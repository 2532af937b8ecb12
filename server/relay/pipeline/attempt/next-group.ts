import { attempt } from './attempt.js';
import type { AttemptHistory } from './attempt-history.js';
import type { Answer, ChannelCall, Failed, FinalResult } from './attempt-result.js';
import type { AttemptServices } from './attempt-services.js';
import { ApiError } from '../../../contract/errors/api-error.js';
import { UpstreamError } from '../../../dialects/canonical/failure.js';
import { limitByHold } from '../reserve/output-limit.js';
import { plan, type PlanServices } from '../plan/plan.js';
import type { Planned, Reserved } from '../stages.js';

type NextGroupServices = AttemptServices & PlanServices;

/** The request as it was last sent, with group and price of that attempt, and how it ended. */
export interface Served<A> {
  readonly request: Reserved;
  readonly result: FinalResult<A>;
}

/** Prepares a request that was planned for another group. @throws ApiError when that group cannot serve it */
type Prepare = (planned: Planned) => Promise<void>;

/**
 * Tries the channels of the request's group; for tokens of group `auto` that allow it, then those of the next groups, each
 * with its own price and as many retries as the first.
 */
export async function attemptInGroups<A = Answer>(
  request: Reserved,
  history: AttemptHistory,
  services: NextGroupServices,
  call: ChannelCall<A>,
  prepare?: Prepare,
): Promise<Served<A>> {
  let served: Served<A> = { request, result: await attempt(request, history, services, call) };
  for (;;) {
    const { result } = served;
    if (result.kind !== 'failed') return served;
    const next = await reserveInNextGroup(served.request, result, services, prepare);
    if (!next) return served;
    const nextResult = await attempt(next, history, services, call);
    // The client gets the error of a provider rather than that no channel of the last group was free.
    const isError = nextResult.kind === 'failed' && !nextResult.outcome && result.outcome;
    served = { request: next, result: isError ? { ...nextResult, problem: result.problem } : nextResult };
  }
}

/**
 * Plans a failed request for the next of its groups and raises its hold to the price there.
 * @returns undefined when there is none, the failure would occur in every group, or the caller cannot pay the price there
 */
async function reserveInNextGroup(
  { plan: { nextGroups }, hold, loggedContext, ...parsed }: Reserved,
  { problem, isRetryable }: Failed,
  services: NextGroupServices,
  prepare: Prepare | undefined,
): Promise<Reserved | undefined> {
  const { scope } = parsed;
  if (nextGroups.length === 0 || !isRetryable || scope.committed || scope.clientGone) return undefined;
  // Without retries, only a group none of whose channels was called is passed over.
  if (problem instanceof UpstreamError && services.settings.current.retryTimes === 0) return undefined;
  try {
    const planned = plan(parsed, services, nextGroups);
    await prepare?.(planned);
    const { amount, preferredHold } = planned.plan;
    const requested = Math.max(amount, preferredHold?.usual ?? 0);
    const { ledger } = services;
    const isHeld =
      hold.amount >= requested ||
      (await ledger.extend(hold, requested - hold.amount)) ||
      hold.amount >= amount ||
      (await ledger.extend(hold, amount - hold.amount));
    return isHeld ? { ...planned, hold, ...limitByHold(planned, hold), loggedContext } : undefined;
  } catch (error) {
    // The group has no price for the model or no room, or the ledger is unavailable.
    if (error instanceof ApiError) return undefined;
    throw error;
  }
}
