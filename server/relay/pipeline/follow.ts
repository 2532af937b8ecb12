import { Refusal } from '../../core/refusal.js';
import type { KeptAnswers } from '../routing/kept-answers.js';
import { known, type RelayContext } from './context.js';

/**
 * A request that goes on from an earlier answer is for the channel that keeps it, and for its owner alone
 * (spec/relay-and-billing.md E3, State).
 * (one nobody got from here may be somebody's whom the upstream's account serves as well). Pinned channels answer for
 * themselves.
 * @throws Refusal 404 for the answer of somebody else
 */
export async function follow(context: RelayContext, kept: KeptAnswers): Promise<void> {
  const { continues } = known(context.read);
  if (continues === undefined) return;
  const place = await kept.find(continues);
  if (!place) {
    if (known(context.caller).pinnedChannel === undefined) context.lost = continues;
    return;
  }
  if (place.userId !== known(context.caller).token.user.id)
    throw new Refusal('response_not_found', { id: continues });
  context.kept = place;
}

/** Remembers where an answer is kept, once it is whole. */
export function remember(context: RelayContext, kept: KeptAnswers): void {
  const { read, outcome, caller, ending } = context;
  if (!read?.isKept || !outcome?.answerId || ending !== 'complete') return;
  const place = {
    id: outcome.answerId,
    userId: known(caller).token.user.id,
    channelId: outcome.channelId,
    keyIndex: outcome.key.index,
  };
  kept.keep(place, context.exchange.requestId);
}
