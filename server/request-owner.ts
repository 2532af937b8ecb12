import type { FastifyRequest } from 'fastify';
import type { RequestOwner } from './core/http/watch/access-log.js';
import type { TokenIdentity } from './tokens/token-identity.js';

/** Whose request it is: by its API key, or by its session. */
export function ownerOf({ caller, playgroundUser, account }: FastifyRequest): RequestOwner {
  if (caller) return ownerOfToken(caller.token);
  const userId = playgroundUser?.id ?? account?.id;
  return userId === undefined ? {} : { userId };
}

export function ownerOfToken({ id, name, user }: TokenIdentity): RequestOwner {
  return id === 0 ? { userId: user.id } : { userId: user.id, tokenId: id, tokenName: name };
}
