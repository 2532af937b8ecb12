import type { LedgerGate } from '../../billing/ledger/ledger.types.js';
import { known, type RelayContext } from './context.js';
import type { RelaySettings } from './settings.js';

/** Limits and hold in one call to the ledger. @throws Refusal 403 (balance), 429 (rate), 503 (ledger away) */
export async function reserve(
  context: RelayContext,
  ledger: LedgerGate,
  settings: RelaySettings,
): Promise<void> {
  const { token } = known(context.caller);
  context.hold = await ledger.reserve({
    requestId: context.exchange.requestId,
    userId: token.user.id,
    tokenId: token.id,
    tokenUnlimited: token.unlimitedQuota,
    amount: known(context.plan).amount,
    limit: settings.current.rateLimit,
  });
}
