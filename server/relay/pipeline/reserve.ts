import type { LedgerGate } from '../../billing/ledger/ledger.types.js';
import { known, type RelayContext } from './context.js';
import { limitByHold } from './output-limit.js';
import type { RelaySettings } from './settings.js';

/** Rate limit and hold in one call to the ledger. @throws ApiError 403 (balance), 429 (rate), 503 (ledger unavailable) */
export async function reserve(
  context: RelayContext,
  ledger: LedgerGate,
  settings: RelaySettings,
): Promise<void> {
  const { token } = known(context.caller);
  const { amount, wish } = known(context.plan);
  context.hold = await ledger.reserve({
    requestId: context.exchange.requestId,
    userId: token.user.id,
    tokenId: token.id,
    tokenUnlimited: token.unlimitedQuota,
    amount,
    ...(wish && { wish }),
    limit: settings.current.rateLimit,
  });
  limitByHold(context);
}
