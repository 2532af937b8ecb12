import { UpstreamError } from '../../../dialects/canonical/failure.js';
import type { AttemptHistory } from './attempt-history.js';
import type { Answer, Failed } from './attempt-result.js';
import type { AttemptServices } from './attempt-services.js';
import { callChannel } from './call.js';
import { attemptInGroups, type Served } from './next-group.js';
import { limitByHold } from '../reserve/output-limit.js';
import { plan, type PlanServices } from '../plan/plan.js';
import type { Reserved } from '../stages.js';

type LargerContextServices = AttemptServices & PlanServices;

/**
 * Retries a conversation that is too long for its model once with the larger model the operator configured for it (option
 * `LargerContextModels`), at that model's price, if the caller may use it and can pay for it.
 * @param failure of the first model
 * @returns undefined where the larger model gave no response either: the client gets the error of the first model, because
 *   that is the one it can act on
 */
export async function retryWithLargerContext(
  request: Reserved,
  history: AttemptHistory,
  failure: Failed,
  services: LargerContextServices,
): Promise<Served<Answer> | undefined> {
  const model = largerModel(request, failure, services);
  if (model === undefined) return undefined;
  const larger = await reserveMore(request, model, services);
  if (!larger) return undefined;
  const served = await attemptInGroups(larger, history, services, callChannel);
  return served.result.kind === 'failed' && !request.scope.committed ? undefined : served;
}

function largerModel(
  { scope, exchange, params, previous }: Reserved,
  { problem }: Failed,
  { settings }: LargerContextServices,
): string | undefined {
  if (!(problem instanceof UpstreamError) || !problem.failure.tooLong) return undefined;
  if (scope.committed || scope.clientGone) return undefined;
  // Operations have no larger model, and a continued response is stored by the first model's channel.
  if (previous.storedAt || exchange.operation) return undefined;
  return settings.current.largerContext.get(params.model);
}

/** Plans the request for the larger model and raises its hold. @returns undefined when the caller may not or cannot pay */
async function reserveMore(
  { params, plan: { model: requestedModel }, hold, ...parsed }: Reserved,
  model: string,
  services: LargerContextServices,
): Promise<Reserved | undefined> {
  try {
    const planned = plan({ ...parsed, params: { ...params, model } }, services);
    const more = planned.plan.amount - hold.amount;
    if (more > 0 && !(await services.ledger.extend(hold, more))) return undefined;
    const loggedContext = { requestedModel };
    return { ...planned, hold, ...limitByHold(planned, hold), loggedContext };
  } catch {
    // Not allowed, no price, no channel, or the ledger is unavailable.
    return undefined;
  }
}
