import { UpstreamError } from '../../dialects/canonical/failure.js';
import { attempt } from './attempt.js';
import type { AttemptServices } from './attempt-services.js';
import { known, type RelayContext } from './context.js';
import { limitByHold } from './output-limit.js';
import { plan, type PlanServices } from './plan.js';

type LargerContextServices = AttemptServices & Pick<PlanServices, 'channels' | 'prices' | 'usual'>;

/**
 * Retries a conversation that is too long for its model once with the larger model the operator configured for it (option
 * `LargerContextModels`), at that model's price, if the caller may use it and can pay for it.
 * @returns whether the larger model answered; if not, the client gets the error of the first model
 */
export async function takenByLarger(
  context: RelayContext,
  problem: unknown,
  services: LargerContextServices,
): Promise<boolean> {
  const larger = largerModel(context, problem, services);
  if (larger === undefined) return false;
  const { read, plan: before, outcome, noted } = context;
  context.read = { ...known(read), model: larger };
  if (await covered(context, services)) {
    context.outcome = undefined;
    context.noted = { ...noted, asked_model: known(before).model };
    try {
      await attempt(context, services);
      return true;
    } catch (next) {
      if (context.committed) {
        context.fail(next);
        return true;
      }
      // The client can act on the error of the first model, so that one is reported.
    }
  }
  Object.assign(context, { read, plan: before, outcome, noted });
  return false;
}

function largerModel(
  context: RelayContext,
  problem: unknown,
  { settings }: LargerContextServices,
): string | undefined {
  if (!(problem instanceof UpstreamError) || !problem.failure.tooLong) return undefined;
  const { committed, clientGone, kept, exchange, read } = context;
  // Operations have no larger model, and a continued response is stored by the first model's channel.
  if (committed || clientGone || kept || exchange.operation) return undefined;
  return settings.current.largerContext.get(known(read).model);
}

/** Plans the request for the larger model and raises the hold. @returns false when the caller may not or cannot pay */
async function covered(context: RelayContext, services: LargerContextServices): Promise<boolean> {
  const hold = known(context.hold);
  try {
    plan(context, services);
    const more = known(context.plan).amount - hold.amount;
    if (more > 0 && !(await services.ledger.extend(hold, more))) return false;
    limitByHold(context);
    return true;
  } catch {
    // Not allowed, no price, no channel, or the ledger is unavailable.
    return false;
  }
}
