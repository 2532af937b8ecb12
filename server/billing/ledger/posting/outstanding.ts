import type { PostedAccount } from '../../../core/redis/scripts/acknowledge.js';
import type { RawEntry } from '../../../core/redis/scripts/read-journal.js';
import type { Balance, Posting } from './post-batch.js';
import { Sums } from './sums.js';

/** Charges to subtract from the outstanding amounts. Includes unreadable entries, since they leave the journal too. */
export function outstandingOf(raw: readonly RawEntry[], posting: Posting): PostedAccount[] {
  const sums = { user: new Sums(), token: new Sums() };
  for (const { userId, tokenId, charge } of raw) {
    sums.user.add(userId, charge, 0);
    if (tokenId) sums.token.add(tokenId, charge, 0);
  }
  const balances = { user: latest(posting.users), token: latest(posting.tokens) };
  return (['user', 'token'] as const).flatMap((kind) =>
    sums[kind].ids.map((id) => ({
      kind,
      id,
      charge: sums[kind].chargeOf(id),
      posted: balances[kind].get(id),
    })),
  );
}

function latest(balances: readonly Balance[]): Map<number, Balance> {
  return new Map(balances.map((one) => [one.id, one]));
}
