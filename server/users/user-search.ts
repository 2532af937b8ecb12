import { Brackets, type DataSource, type SelectQueryBuilder } from 'typeorm';
import { ROLES } from '../core/http/account.js';
import { beginningWith, containing } from '../core/like.js';
import { estimatedSize } from '../core/totals.js';
import type { Actor } from './actor-permissions.js';
import type { User } from './user.entity.js';

/** Words this short have no trigram: an index cannot tell where else than at its beginning a text holds them. */
const SHORT = 2;
/** Up to so many users all are read for a short word. */
const MAX_READ = 50_000;

/**
 * Limits a query for `user` to those with `keyword` in their name, shown name or address, or as their number. Nobody is
 * found by an address the actor may not see. Among many users, words of one or two characters are searched at the
 * beginning only.
 */
export async function searchUsers(
  database: DataSource,
  query: SelectQueryBuilder<User>,
  actor: Pick<Actor, 'role'>,
  keyword: string,
): Promise<void> {
  const short = Array.from(keyword).length <= SHORT;
  const atBeginning = short && (await estimatedSize(database, 'users')) > MAX_READ;
  const pattern = atBeginning ? beginningWith(keyword) : containing(keyword);
  // The first uses the indexes users_*_start, the second users_words.
  const matches = (column: string) =>
    atBeginning ? `lower(user.${column}) LIKE lower(:pattern)` : `user.${column} ILIKE :pattern`;
  const ceiling = actor.role === ROLES.root ? ROLES.root + 1 : actor.role;
  query.andWhere(
    new Brackets((any) => {
      any.where(`${matches('username')} OR ${matches('displayName')}`, { pattern });
      any.orWhere(`${matches('email')} AND user.role < :ceiling`, { pattern, ceiling });
      if (/^\d{1,15}$/.test(keyword)) any.orWhere('user.id = :id', { id: Number(keyword) });
    }),
  );
}
