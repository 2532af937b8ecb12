import type { EntityManager } from 'typeorm';
import { ROLES, type AccountState } from '../core/http/account.js';
import { ApiError } from '../core/api-error.js';
import { User } from './user.entity.js';

/** The acting administrator. */
export type Actor = Pick<AccountState, 'id' | 'username' | 'role'>;

/** Values of fields as the log keeps them; secrets are never among them. */
export type Fields = Readonly<Record<string, string | number | boolean | null>>;

const ENABLED = 1;

/** May the one manage the other? */
export function outranks(actor: Pick<Actor, 'role'>, target: { readonly role: number }): boolean {
  return actor.role > target.role || actor.role === ROLES.root;
}

/** Reads a user, deleted or not, and holds the row until the transaction ends. */
export async function lock(manager: EntityManager, id: number): Promise<User> {
  const user = await manager.findOne(User, { where: { id }, lock: { mode: 'pessimistic_write' } });
  if (user === null) throw new ApiError('user_not_found');
  return user;
}

/** As `lock`, for users who are still there. */
export async function lockLive(manager: EntityManager, id: number): Promise<User> {
  const user = await lock(manager, id);
  if (user.deletedAt !== null) throw new ApiError('user_not_found');
  return user;
}

/**
 * The actor as the row says at this moment, unable to lose rank until the transaction ends: whoever is demoted, banned or
 * deleted while their request is under way does nothing any more.
 */
export async function holdActor(manager: EntityManager, actor: Actor): Promise<Actor> {
  const user = await manager.findOne(User, { where: { id: actor.id }, lock: { mode: 'pessimistic_read' } });
  if (user === null || user.deletedAt !== null) throw new ApiError('not_signed_in');
  return rankOf(user);
}

/** Actor and target, both held. Rows are taken by ascending id, like the ledger does, so nobody waits in a circle. */
export async function lockWithActor(
  manager: EntityManager,
  actor: Actor,
  id: number,
): Promise<{ by: Actor; user: User }> {
  if (actor.id === id) {
    const user = await lock(manager, id);
    if (user.deletedAt !== null) throw new ApiError('not_signed_in');
    return { by: rankOf(user), user };
  }
  if (actor.id < id) {
    const by = await holdActor(manager, actor);
    return { by, user: await lock(manager, id) };
  }
  const user = await lock(manager, id);
  return { by: await holdActor(manager, actor), user };
}

function rankOf({ id, username, role, status }: User): Actor {
  if (status !== ENABLED) throw new ApiError('user_banned');
  if (role < ROLES.admin) throw new ApiError('role_too_low');
  return { id, username, role };
}

/** The log row of an administrator's action; what changed stands where only administrators see it. */
export function aboutUser(
  actor: Actor,
  user: Pick<User, 'id' | 'username'>,
  content: string,
  change: { readonly before: Fields; readonly after: Fields },
) {
  const other = { admin_info: { admin_id: actor.id, admin_username: actor.username, ...change } };
  return { userId: user.id, username: user.username, type: 3, content, other } as const;
}
