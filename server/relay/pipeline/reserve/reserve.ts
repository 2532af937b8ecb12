import type { LedgerGate } from '../../../billing/ledger/ledger.types.js';
import { limitByHold, type HoldLimits } from './output-limit.js';
import type { CompiledSettings } from '../settings.js';
import type { Planned, Reserved } from '../stages.js';

/**
 * Rate limit and hold in one call to the ledger. Nothing is held when it throws.
 * @throws ApiError 403 (balance), 429 (rate), 503 (ledger unavailable)
 */
export async function reserve(
  request: Planned,
  ledger: LedgerGate,
  settings: CompiledSettings,
): Promise<Reserved> {
  const { scope, exchange, caller, params, operation, body, previous, plan } = request;
  const { token } = caller;
  const { amount, preferredHold } = plan;
  const hold = await ledger.reserve({
    requestId: exchange.requestId,
    userId: token.user.id,
    tokenId: token.id,
    tokenUnlimited: token.unlimitedQuota,
    amount,
    ...(preferredHold && { preferredHold }),
    limit: settings.rateLimit,
  });
  let limits: HoldLimits;
  try {
    limits = limitByHold(request, hold);
  } catch (problem) {
    await ledger.release(hold);
    throw problem;
  }
  return {
    scope,
    exchange,
    caller,
    params,
    operation,
    body,
    previous,
    plan,
    hold,
    outputLimit: limits.outputLimit,
    toolLimit: limits.toolLimit,
    loggedContext: undefined,
  };
}
