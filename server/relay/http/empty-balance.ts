import type { IncomingMessage } from 'node:http';
import { ApiError } from '../../contract/errors/api-error.js';
import { usingGroup } from '../pipeline/plan/effective-group.js';
import type { Caller } from '../pipeline/stages.js';
import type { RelayServices } from '../relay-services.js';
import { bodyLength, SMALL_BODY } from './body.js';

/** Whether the body is too large to be read from a caller whose balance was empty when its key was read. */
export function isBalanceInQuestion({ token }: Caller, request: IncomingMessage): boolean {
  return token.user.quota <= 0 && bodyLength(request) > SMALL_BODY;
}

/**
 * Refuses a large body from a caller without balance before it is read. The model is not known by then, so callers whose
 * group has a free model are not refused.
 * @throws ApiError user_quota_empty
 */
export async function checkBalance({ token }: Caller, services: RelayServices): Promise<void> {
  // The balance of the key's cache may be a minute old. While Postgres is away, the reservation decides.
  const owner = await services.identities.ownerById(token.user.id).catch(() => undefined);
  if (!owner || owner.quota > 0) return;
  const groups = [usingGroup(token, services.settings.current)].flat();
  if (!groups.some((group) => hasFreeModel(group, services))) throw new ApiError('user_quota_empty');
}

function hasFreeModel(group: string, { channels, prices }: RelayServices): boolean {
  return channels.models(group).some((model) => {
    try {
      return prices.price(model, group, { acceptUnset: false }).free;
    } catch {
      // Without a price it cannot be called.
      return false;
    }
  });
}
