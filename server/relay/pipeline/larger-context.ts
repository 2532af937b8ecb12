import { UpstreamError } from '../../dialects/canonical/failure.js';
import { attempt } from './attempt.js';
import type { AttemptServices } from './attempt-services.js';
import { known, type RelayContext } from './context.js';
import { limitByHold } from './output-limit.js';
import { plan, type PlanServices } from './plan.js';

type LargerContextServices = AttemptServices & Pick<PlanServices, 'channels' | 'prices' | 'usual'>;

/**
 * A conversation that its model cannot hold is asked once of the larger one that the operator named for it (option
 * `LargerContextModels`), at that one's price, where the caller may have it and can pay for it.
 * @returns whether it took it; if not, the client hears what stopped the first
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
      // What the client can act upon is the first.
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
  // Operations fit or do not, and an answer that is gone on from is kept by the first model's channel.
  if (committed || clientGone || kept || exchange.operation) return undefined;
  return settings.current.largerContext.get(known(read).model);
}

/** May the caller have the larger model, and is it held for? */
async function covered(context: RelayContext, services: LargerContextServices): Promise<boolean> {
  const hold = known(context.hold);
  try {
    plan(context, services);
    const more = known(context.plan).amount - hold.amount;
    if (more > 0 && !(await services.ledger.extend(hold, more))) return false;
    limitByHold(context);
    return true;
  } catch {
    // Not allowed, not priced, no channel, or the books are away.
    return false;
  }
}
