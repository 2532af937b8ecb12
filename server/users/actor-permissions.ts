import type { EntityManager } from 'typeorm';
import { LogType, Role, UserStatus } from '../contract/enums.js';
import type { SignedIn } from '../core/http/access/account.js';
import { ApiError } from '../contract/errors/api-error.js';
import type { StoredText } from '../contract/stored-texts/stored-text.js';
import type { User } from './user.entity.js';
import type { UsersRepository } from './users.repository.js';

/** The acting administrator. */
export type Actor = Pick<SignedIn, 'id' | 'username' | 'role' | 'origin'>;

/** Field values as recorded in the log; never secrets. */
export type Fields = Readonly<Record<string, string | number | boolean | null>>;

/** True if the actor may manage the target: a higher role, or root. */
export function outranks(actor: Pick<Actor, 'role'>, target: { readonly role: number }): boolean {
  return actor.role > target.role || actor.role === Role.root;
}

/**
 * Reads the actor's current row and locks it, so that the role cannot change until the transaction ends. An actor who
 * was demoted, banned or deleted while the request was in progress is rejected.
 * @throws ApiError not_signed_in, user_banned, role_too_low
 */
export async function holdActor(
  users: UsersRepository,
  manager: EntityManager,
  actor: Actor,
): Promise<Actor> {
  const user = await users.lockShared(manager, actor.id);
  if (user === null || user.deletedAt !== null) throw new ApiError('not_signed_in');
  return rankOf(user, actor);
}

/** Locks actor and target. Rows are locked in ascending id order, as in the ledger, to avoid deadlocks. */
export async function lockWithActor(
  users: UsersRepository,
  manager: EntityManager,
  actor: Actor,
  id: number,
): Promise<{ by: Actor; user: User }> {
  if (actor.id === id) {
    const user = await users.lock(manager, id);
    if (user.deletedAt !== null) throw new ApiError('not_signed_in');
    return { by: rankOf(user, actor), user };
  }
  if (actor.id < id) {
    const by = await holdActor(users, manager, actor);
    return { by, user: await users.lock(manager, id) };
  }
  const user = await users.lock(manager, id);
  return { by: await holdActor(users, manager, actor), user };
}

function rankOf({ id, username, role, status }: User, { origin }: Actor): Actor {
  if (status !== UserStatus.enabled) throw new ApiError('user_banned');
  if (role < Role.admin) throw new ApiError('role_too_low');
  return { id, username, role, ...(origin && { origin }) };
}

/**
 * Builds the log row of an administrator's action. The changed values are in `admin_info`, which only administrators
 * see.
 */
export function aboutUser(
  actor: Actor,
  user: Pick<User, 'id' | 'username'>,
  text: StoredText,
  change: { readonly before: Fields; readonly after: Fields },
) {
  const other = { admin_info: { admin_id: actor.id, admin_username: actor.username, ...change } };
  return {
    userId: user.id,
    username: user.username,
    type: LogType.management,
    text,
    other,
    by: actor,
  } as const;
}
